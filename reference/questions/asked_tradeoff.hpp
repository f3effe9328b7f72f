/// The trade-off function of a question, for comparison with curves.
#pragma once

#include <string>

#include "reference/quantities/comparison/curve_distance.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// The trade-off function of a question's mechanism, to compare several curves with it. Values computed so far are
/// cached.
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
