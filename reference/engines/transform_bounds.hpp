/// Bounds a privacy profile from a few values of the transform of the loss.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// A window of losses, low < S <= high, from which a lower bound is computed. All doubles are exact numbers.
struct TiltedWindow {
  double c = 2;                ///< the tilt, above 1
  double left = 1, right = 1;  ///< positive; c - left and c + right are tilts for the bound
  double low = 0, high = 1;    ///< ends of the window
};

/// Bounds on the profile of a composition without infinite losses, or of the reversed pair.
class TransformBounds {
 public:
  /// If a factor has no transform, the object has no bounds.
  TransformBounds(const Composition& composition, bool reverse);

  /// Returns an upper bound of delta(t): the best of the bounds of BOUND(CHERNOFF) at many orders; nothing if none of
  /// them is finite.
  std::optional<Ball> above(const Real& t, Bits p);
  /// Returns a lower bound of delta(t), from the best of many windows: BOUND(TILTED-TAILS). Zero if no window helps.
  Ball below(const Real& t, Bits p);
  /// Returns the approximate log of `below(t)`, in doubles; -inf if no window helps. It enters no bound.
  double log_below_about(const Real& t);
  /// Returns the lower bound from one window; zero or negative if the window proves nothing.
  Ball below(const Real& t, const TiltedWindow& at, Bits p);

 private:
  struct Term {
    std::shared_ptr<const LossMeasure> measure;
    Rational count;
    double runs;
  };
  /// A window, and in doubles the log of K(c) e^{(1-c)w} times the mass inside. K is the transform, and w the upper end
  /// of the window.
  struct Inside {
    TiltedWindow window;
    double log_mass;
  };
  /// An order, its values in doubles, and windows around the mean of the tilted distribution.
  struct Order {
    double c, log_K, mean = 0, deviation = 0;
    std::optional<std::vector<Inside>> windows{};  ///< computed when first needed
  };
  /// A window of an order, and in doubles the log of the lower bound from it.
  struct Place {
    long order = 0;
    size_t window = 0;
    double log_bound;
  };
  Ball transform(double c, Bits p);
  double log_transform(double c) const;
  Order made(double c) const;
  /// Adds the window that extends `deviations` standard deviations from the mean to both sides, if a positive mass is
  /// proved in it.
  void add_window(double deviations, Order* at) const;
  const Order& order(long place);
  const std::vector<Inside>& windows_at(long place);
  long start(double t);
  long best_above(double t);
  /// Returns the index of an order at which `size` has a local maximum, by steps from the order with index `place`.
  template <class Size>
  long climb(long place, const Size& size);
  double log_above(const Order& at, double t) const;
  /// Return the best window for t: best_below() among the orders near the index `place`, best_window() of the order
  /// `place` alone.
  Place best_below(long place, double t);
  Place best_window(long place, double t);

  std::vector<Term> terms_;
  bool reverse_;
  std::map<long, Order> orders_;  ///< only visited orders are computed: far orders can be expensive
  std::map<std::pair<double, long>, Ball> transforms_;  ///< cache by tilt and precision
};

}  // namespace plumbline
