#include "verify/claims/judging/judge_parts.hpp"

#include <algorithm>
#include <cmath>

#include "verify/base/certified_json.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claim_quantity.hpp"

namespace plumbline {

Poll within_seconds(double seconds, const Poll& poll) {
  return [deadline = ThreadDeadline(seconds), poll]() mutable {
    poll();
    if (deadline.passed()) throw Interrupted{};
  };
}

PrintedBounds printed(const Truth& truth) {
  if (truth.value.is_infinite()) return {"inf", "inf"};
  const double digits = truth.value->value().relative_digits();
  const int shown = std::isfinite(digits) ? std::clamp(static_cast<int>(digits) + 2, 4, 24) : 20;
  const auto [lower, upper] = printed_bounds(*truth.value, shown);
  return {lower, upper};
}

Rational tolerated(const Claim& claim) {
  const Rational& x = claim.value.number;
  const Rational slack = claim.stated.absolute + claim.stated.relative * (x.sign() < 0 ? -x : x);
  return claim.kind == ClaimKind::upper ? x + slack : x - slack;
}

double delta_scale_of(const Claim& claim, const std::optional<Truth>& truth) {
  for (const NamedNumber& given : claim.at) {
    if (given.name == "delta") return given.number.value.approximate();
  }
  if (!is_delta(claim) || !truth) return 0;
  return std::exp(truth->value->value().log_approximate());
}

}  // namespace plumbline
