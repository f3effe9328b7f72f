/// The picture of a statement page: the largest true positive rate that the page's proved numbers permit, at each
/// false positive rate.
#pragma once

#include <string>
#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// A curve over the false positive rates of the picture; its values are decimals rounded up.
struct RateCurve {
  std::string name;  ///< the mechanism as the page names it; empty if it has only one
  std::vector<size_t> certificates{};  ///< indices of the certificates that imply the curve
  std::vector<std::string> rates{};
};

struct RatePicture {
  std::vector<std::string> at{};  ///< exact false positive rates, increasing
  std::vector<RateCurve> curves{};
};

/// Returns a curve for each mechanism with a proved epsilon, delta, trade-off function, power or total variation. The
/// number must cover both directions, its pair must dominate, and no attack of the page may refute the promise. The
/// picture is empty if there is no such mechanism.
RatePicture rate_picture(const Evidence& evidence);

}  // namespace plumbline::page
