/// A comparison to more digits than its time may allow (quantities/refined.hpp).
#pragma once

#include "reference/quantities/comparison/comparison.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {

/// A comparison with both divergences, refined.
FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort,
                                  std::function<void(const FullComparison&)> so_far = {});

}  // namespace plumbline
