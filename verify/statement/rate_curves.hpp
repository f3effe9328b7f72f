/// The picture of a statement page: the largest true positive rate that its proved numbers allow at each false positive
/// rate.
#pragma once

#include <string>
#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// A curve over the false positive rates of the picture; its values are decimals rounded up.
struct RateCurve {
  std::string name;  ///< the mechanism as the page names it; empty if it has only one
  std::vector<size_t> certificates{};  ///< those that the curve follows from
  std::vector<std::string> rates{};
};

struct RatePicture {
  std::vector<std::string> at{};  ///< false positive rates, exactly, growing
  std::vector<RateCurve> curves{};
};

/// Returns a curve for each mechanism with a proved epsilon, delta, trade-off function, power or total variation in both
/// directions whose pair dominates, and whose promise no attack of the page refutes. No curve if there is none.
RatePicture rate_picture(const Evidence& evidence);

}  // namespace plumbline::page
