/// The trade-off function of a question, for comparison with curves.
#pragma once

#include <string>

#include "reference/quantities/comparison/curve_distance.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

/// The trade-off function of a question's mechanism, with its values at the levels so far. Several curves can be
/// compared with it.
class AskedTradeoff {
 public:
  /// Throws std::invalid_argument if the mechanism is invalid.
  AskedTradeoff(const Query& question, const Effort& effort);

  /// Returns the largest distance of the curve, as curve_distance() does.
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
