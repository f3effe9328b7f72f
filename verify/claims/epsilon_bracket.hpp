/// epsilon at a delta, enclosed between points at which delta is compared with it. Claims leave
/// such points behind, so that most of the search is done before it begins.
#pragma once

#include <map>
#include <optional>

#include "verify/claims/inequality.hpp"

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
  std::optional<Truth> narrow(PrivacyProfile& profile, double start, int digits, const Poll& poll);

 private:
  /// Narrows by delta(x); false when that could not be decided.
  bool test(PrivacyProfile& profile, double x, const Poll& poll);
  bool enclose(PrivacyProfile& profile, double start, const Poll& poll);
  double secant(double lo, double hi) const;

  Rational D_;
  double log_D_;
  std::optional<Rational> lo_, hi_;
  std::map<double, double> heights_;  ///< log delta(x) - log D, for choosing points only
  std::string engine_;
};

}  // namespace plumbline
