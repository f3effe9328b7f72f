/// Tangents of a trade-off function f: f lies above each, so a point below a tangent is below f. One value of the
/// profile gives one tangent.
#pragma once

#include <map>
#include <optional>

#include "reference/arithmetic/rational.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// The tangents of one profile. Computed levels are cached, so that neighbouring points need few values of the profile.
/// `profile` must outlive the object.
class CurveTangents {
 public:
  explicit CurveTangents(PrivacyProfile& profile) : profile_(profile) {}

  /// Returns true if the point is proved to be at most f.
  bool below(const PolygonPoint& point, const Effort& effort);

 private:
  bool below_tangent(const PolygonPoint& point, double threshold, const Effort& effort);
  std::optional<double> guessed_threshold(double level) const;
  double threshold_of(double level, const Effort& effort);
  double widened(double target, bool above, const Effort& effort);
  double log_odds(double threshold, const Effort& effort);

  PrivacyProfile& profile_;
  std::map<double, double> thresholds_;  ///< thresholds; the key is minus the log odds of the level
  std::map<double, Ball> heights_;       ///< 1 - delta, by threshold, for the last requested digits
  int digits_ = 0;
};

}  // namespace plumbline
