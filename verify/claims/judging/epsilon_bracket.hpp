/// Encloses epsilon at a given delta D: compares the profile delta(x) with D at points x, two of which enclose epsilon.
/// Points of earlier claims are reused, so that most of the search is already done.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "verify/claims/inequality.hpp"
#include "verify/claims/judging/paths.hpp"

namespace plumbline {

/// Certified values of delta at some points, in one direction. The values found for one D are useful for other values
/// of D.
class KnownDeltas {
 public:
  void add(double x, const Ball& delta);
  /// Returns the values in order of their points.
  const std::map<double, Ball>& all() const { return known_; }

 private:
  std::map<double, Ball> known_;
};

/// A bracket of max(0, epsilon) at delta = D. The value is at most hi. It is larger than lo; only if lo is 0, it may be
/// equal to lo.
class EpsilonBracket {
 public:
  /// Requires 0 < D < 1 and D above the mass of infinite loss.
  explicit EpsilonBracket(const Rational& D);

  /// Records that delta(x) was found to be at most D, or above it.
  void note(const Rational& x, bool at_most);

  /// Narrows the bracket to `digits` relative digits, as far as time and engine permit; returns the enclosure, if
  /// any. `start` is the first point to evaluate.
  std::optional<Truth> narrow(Paths& paths, Direction direction, KnownDeltas& known, double start,
                              int digits, const Poll& poll);

 private:
  /// The sources of values of delta: computation paths and known values.
  struct Source {
    Paths& paths;
    Direction direction;
    KnownDeltas& known;
    const Poll& poll;
  };
  /// Narrows the bracket by comparing delta(x) with D; returns false if the comparison is undecided.
  bool test(const Source& source, double x);
  Decision compared(const Source& source, const Rational& x);
  /// Narrows both ends by known values of delta, and stores the heights (see heights_) of nearby points.
  void learn(const KnownDeltas& known);
  double guess(const Source& source, double x) const;
  bool descend(const Source& source);
  bool ascend(const Source& source);
  bool enclose(const Source& source, double start);
  bool is_wide() const;
  double secant(double lo, double hi) const;

  Rational D_;
  double log_D_;
  std::optional<Rational> lo_, hi_;
  std::map<double, double> heights_;  ///< log delta(x) - log D, only for choosing points
  std::string engine_;
};

}  // namespace plumbline
