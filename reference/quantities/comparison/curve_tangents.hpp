/// Lines below a trade-off function that touch it near a level: one value of the profile decides a point below one.
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/rational.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// The tangents of one profile. Levels that were computed are kept: neighbouring points cost few values. `profile`
/// must outlive the object.
class CurveTangents {
 public:
  explicit CurveTangents(PrivacyProfile& profile) : profile_(profile) {}

  /// Returns true if the point is proved to be no higher than f.
  bool below(const PolygonPoint& point, const Effort& effort);

 private:
  bool below_tangent(const PolygonPoint& point, double threshold, const Effort& effort);
  std::optional<double> guessed_threshold(double level) const;
  double threshold_of(double level, const Effort& effort);
  double widened(double target, bool above, const Effort& effort);
  double log_odds(double threshold, const Effort& effort);

  PrivacyProfile& profile_;
  std::map<double, double> thresholds_;  ///< by minus the logarithm of the odds of their levels
  std::map<double, Ball> heights_;       ///< 1 - delta, by threshold, for the digits requested last
  int digits_ = 0;
};

}  // namespace plumbline
