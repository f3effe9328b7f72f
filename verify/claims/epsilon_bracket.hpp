/// epsilon at a delta, enclosed between points at which delta is compared with it. Claims leave
/// such points behind, so that most of the search is done before it begins.
#pragma once

#include <map>
#include <optional>

#include "verify/claims/inequality.hpp"
#include "verify/claims/paths.hpp"

namespace plumbline {

/// max(0, epsilon) at D: above lo (or at it, if lo is 0), at most hi.
class EpsilonBracket {
 public:
  /// 0 < D < 1, above the mass of infinite loss.
  explicit EpsilonBracket(const Rational& D);

  /// delta(x) was found to be at most D, or above it.
  void note(const Rational& x, bool at_most);

  /// Narrows to so many relative digits, as far as the time and the engine allow; the enclosure
  /// found, if any. `start` is where to look first.
  std::optional<Truth> narrow(Paths& paths, Direction direction, double start, int digits,
                              const Poll& poll);

 private:
  /// Where delta is asked for.
  struct Source {
    Paths& paths;
    Direction direction;
    const Poll& poll;
  };
  /// Narrows by delta(x); false when that could not be decided.
  bool test(const Source& source, double x);
  Decision compared(const Source& source, const Rational& x);
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
