/// A calibration that is refined digit by digit within its time limit (quantities/refined/refined.hpp).
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {

/// Returns a calibration, refined within the time of the effort.
Calibration refined_calibration(const Family& family, const PrivacyTarget& target,
                                Direction direction, const std::string& engine,
                                const Effort& effort, SoFar<Calibration> so_far = {});

}  // namespace plumbline
