/// The trade-off function of the mechanism of a question. It is compared with given curves.
#pragma once

#include <string>

#include "reference/quantities/comparison/curve_distance.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// The trade-off function of the mechanism of a question. It caches its values, because several curves are compared
/// with it.
class AskedTradeoff {
 public:
  /// Throws std::invalid_argument if the mechanism is invalid.
  AskedTradeoff(const Query& question, const Effort& effort);

  /// Returns the largest distance between the curve and the trade-off function (curve_distance()).
  CurveDistance distance_to(const ComparedCurve& curve, const CurveDistanceLimits& limits) {
    return curve_distance(values_, curve, limits);
  }
  const Effort& effort() const { return values_.effort(); }
  std::string engine_name() const { return profile_.engine_name(); }

 private:
  PrivacyProfile profile_;
  TradeoffValues values_;
};

}  // namespace plumbline
