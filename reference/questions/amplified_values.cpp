#include "reference/questions/amplified_values.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/running/deadline.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the smallest epsilon at delta = D for the pair of `side`; nothing if no finite epsilon exists or none is
/// found in time.
std::optional<Ball> side_epsilon(const AmplifiedSide& side, const Rational& D,
                                 const Effort& effort) {
  const Rational delta = D / side.share;
  if (delta >= Rational(1)) return std::nullopt;
  const bool whole = side.share == Rational(1);
  try {
    PrivacyProfile profile(Composition::parse(side.expression),
                           whole ? Direction::worst : Direction::forward);
    const Extended found = epsilon(profile, delta, effort);
    if (!found) return std::nullopt;
    const Ball& x = found->value();
    if (whole) return x;
    // Q = (1 - share) P + share Q': the profile of Q at log(1 - share + share e^x) is share times that of Q' at x.
    const Ball share(side.share, x.precision());
    return log(Ball::integer(1, x.precision()) - share + share * exp(x));
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace

// The result is certified. Upper bound: the pairs of MATRIX-BINS, MATRIX-CYCLIC, MATRIX-SEPARATED and MATRIX-PAIR
// dominate the pairs of the mechanism. Lower bound: some neighbours of the mechanism attain pairs that dominate the
// pairs of MATRIX-KAHANE and MATRIX-SUM.
AmplifiedEpsilon amplified_epsilon(const AmplifiedSides& sides, const Rational& D,
                                   const Effort& effort) {
  if (D.sign() <= 0 || !(D < Rational(1))) {
    throw std::invalid_argument("delta must lie between 0 and 1, got " + D.text());
  }
  const Bits p{128};
  // Every pair has delta(epsilon) >= 1 - e^epsilon; epsilon may be negative.
  Ball least = log(Ball(Rational(1) - D, p)).lower(), most = Ball::indeterminate(p);
  AmplifiedEpsilon out{nothing_known(), {}, {}, {}};
  const size_t all = sides.above.size() + sides.below.size();
  const Deadline* limit = deadline_of(effort.poll);
  size_t done = 0;
  const auto next = [&] {
    ++done;
    const double share = static_cast<double>(done) / static_cast<double>(all);
    return limit == nullptr ? effort : Effort{effort.digits, Poll(limit->part(share))};
  };
  for (const AmplifiedSide& side : sides.above) {
    const std::optional<Ball> x = side_epsilon(side, D, next());
    if (!x || !x->is_finite()) continue;
    if (!out.above.expression.empty() && certainly_at_most(most, x->upper())) continue;
    most = x->upper();
    out.above = side;
  }
  for (const AmplifiedSide& side : sides.below) {
    const std::optional<Ball> x = side_epsilon(side, D, next());
    if (!x || !x->is_finite() || certainly_at_most(x->lower(), least)) continue;
    least = x->lower();
    out.below = side;
  }
  if (out.above.expression.empty()) return out;
  const Ball both = enclosed_between(least, most, "an epsilon");
  out.value = certified({both, {UpperBound(), UpperBound(), UpperBound(), both.radius()}}, "sides",
                        effort.digits);
  out.apart = (most.approximate() - least.approximate()) / std::abs(most.approximate());
  return out;
}

}  // namespace plumbline
