/// Bounds of a privacy profile from a few values of the transform of the loss.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reference/composition/composition.hpp"

namespace plumbline {

/// Where a lower bound is taken: 1 < c - left, the window ]low, high[, all meant exactly.
struct TiltedWindow {
  double c = 2;                ///< the tilt, above 1
  double left = 1, right = 1;  ///< distances of the tilts below and above c, positive
  double low = 0, high = 1;    ///< the window of losses
};

/// The profile of one direction of a composition without infinite losses.
class TransformBounds {
 public:
  /// Says nothing where a factor has no transform.
  TransformBounds(const Composition& composition, bool reverse);

  /// delta(t) <= this, by BOUND(CHERNOFF) at the best of many orders; nothing where none is finite.
  std::optional<Ball> above(const Real& t, Bits p);
  /// delta(t) >= this, at the best of many windows: BOUND(TILTED-TAILS). Zero where none helps.
  Ball below(const Real& t, Bits p);
  /// log of `below(t)` about, in doubles; -inf where no window helps. It enters no bound.
  double log_below_about(const Real& t);
  /// The lower bound of one window; zero or less where it says nothing.
  Ball below(const Real& t, const TiltedWindow& at, Bits p);

 private:
  struct Term {
    std::shared_ptr<const LossMeasure> measure;
    Rational count;
    double runs;
  };
  /// A window, and in doubles the log of K(c) e^{(1-c)w} times the share inside.
  struct Inside {
    TiltedWindow window;
    double log_mass;
  };
  /// An order, what is known there in doubles, and windows around the mean of the tilted law.
  struct Order {
    double c, log_K, mean = 0, deviation = 0;
    std::optional<std::vector<Inside>> windows{};  ///< once they were wanted
  };
  /// A window of an order, and in doubles the log of the lower bound there.
  struct Place {
    long order = 0;
    size_t window = 0;
    double log_bound;
  };
  Ball transform(double c, Bits p);
  double log_transform(double c) const;
  Order made(double c) const;
  /// Adds the window of so many deviations on either side, where it holds something.
  void add_window(double deviations, Order* at) const;
  const Order& order(long place);
  const std::vector<Inside>& windows_at(long place);
  long start(double t);
  long best_above(double t);
  /// From a place to where `size` is largest nearby, by steps along the orders.
  template <class Size>
  long climb(long place, const Size& size);
  double log_above(const Order& at, double t) const;
  /// The best window for t among the orders next to a place; that of an order alone.
  Place best_below(long place, double t);
  Place best_window(long place, double t);

  std::vector<Term> terms_;
  bool reverse_;
  std::map<long, Order> orders_;  ///< far ones can be costly: only those that are looked at
  std::map<std::pair<double, long>, Ball> transforms_;  ///< by tilt and bits
};

}  // namespace plumbline
