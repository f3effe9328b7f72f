/// epsilon at a delta, enclosed between points at which delta is compared with it. Claims leave
/// such points behind, so that most of the search is done before it begins.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "verify/claims/inequality.hpp"
#include "verify/claims/judging/paths.hpp"

namespace plumbline {

/// Deltas certified at some points, in one direction: a question about one D answers others.
class KnownDeltas {
 public:
  void add(double x, const Ball& delta);
  /// In their order.
  const std::map<double, Ball>& all() const { return known_; }

 private:
  std::map<double, Ball> known_;
};

/// max(0, epsilon) at D: above lo (or at it, if lo is 0), at most hi.
class EpsilonBracket {
 public:
  /// 0 < D < 1, above the mass of infinite loss.
  explicit EpsilonBracket(const Rational& D);

  /// delta(x) was found to be at most D, or above it.
  void note(const Rational& x, bool at_most);

  /// Narrows to so many relative digits, as far as the time and the engine allow; the enclosure
  /// found, if any. `start` is where to look first.
  std::optional<Truth> narrow(Paths& paths, Direction direction, KnownDeltas& known, double start,
                              int digits, const Poll& poll);

 private:
  /// Where delta is requested.
  struct Source {
    Paths& paths;
    Direction direction;
    KnownDeltas& known;
    const Poll& poll;
  };
  /// Narrows by delta(x); false when that could not be decided.
  bool test(const Source& source, double x);
  Decision compared(const Source& source, const Rational& x);
  /// Both ends moved by what is known, and the heights of points not far.
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
  std::map<double, double> heights_;  ///< log delta(x) - log D, for choosing points only
  std::string engine_;
};

}  // namespace plumbline
