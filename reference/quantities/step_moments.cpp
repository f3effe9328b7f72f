#include "reference/quantities/step_moments.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_moments.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/third_moment.hpp"
#include "reference/mechanisms/transform_range.hpp"
#include "reference/values/mint.hpp"

namespace plumbline::step_moments {

const LossMeasure& needed_transform(const DominatingPair& pair) {
  const LossMeasure* measure = pair.measure();
  if (measure == nullptr) {
    throw std::invalid_argument(
        (pair.offer<KnownTransform>() ? "moments need" : "moments and Renyi divergences need") +
        std::string(" the transform of the loss on the whole line, which ") + pair.expression() +
        " does not offer");
  }
  return *measure;
}

std::optional<Finite> finite_under(const DominatingPair& pair, int tilt) {
  const auto infinite = pair.offer<InfiniteLosses>();
  if (!infinite) return Finite{nullptr, &pair};
  const bool sure = (tilt == 0 ? infinite->P_finite : infinite->Q_finite).is_known_as(kOne);
  if (!sure || infinite->conditional == nullptr) return std::nullopt;
  return Finite{infinite->conditional, infinite->conditional.get(),
                log_ratio(infinite->Q_finite, infinite->P_finite)};
}

namespace {

/// Returns cumulants 1 .. 6 from moments 0 .. 6: k_n = m_n - sum_{j<n} C(n-1, j-1) k_j m_{n-j}.
std::array<Ball, 6> cumulants_of(const std::vector<Ball>& m) {
  std::vector<Ball> k;
  for (size_t n = 1; n <= 6; ++n) {
    Ball sum = m[n];
    long binomial = 1;
    for (size_t j = 1; j < n; ++j) {
      sum = sum - k[j - 1] * m[n - j] * binomial;
      binomial = binomial * static_cast<long>(n - j) / static_cast<long>(j);
    }
    k.push_back(sum);
  }
  return {k[0], k[1], k[2], k[3], k[4], k[5]};
}

}  // namespace

std::array<Ball, 6> step_cumulants(const Finite& step, int tilt, Bits p, const Poll& poll) {
  if (const auto mu2 = gaussian_mu_squared(*step.pair)) {
    const Ball zero(p), variance(*mu2, p);
    return {tilt == 0 ? -(variance / 2) : variance / 2, variance, zero, zero, zero, zero};
  }
  const auto* atoms = step.pair->atoms();
  if (atoms != nullptr && atoms->size() == 1) {  // L = 0 if it is finite
    const Ball zero(p);
    return {step.shift(p), zero, zero, zero, zero, zero};
  }
  std::array<Ball, 6> out = cumulants_of(loss_moments(needed_transform(*step.pair), tilt, p, poll));
  out[0] = out[0] + step.shift(p);
  return out;
}

const Ball& nonnegative(const Ball& x, const char* what) {
  if (certainly_negative(x)) {
    throw Contradiction(std::string(what) + " is at most " + x.decimal_bounds(25).second +
                        ", and at least 0 by definition");
  }
  return x;
}

StepFunctionals functionals(const Finite& step, int tilt, Bits p, const Poll& poll) {
  const std::array<Ball, 6> k = step_cumulants(step, tilt, p, poll);
  const Ball &mean = k[0], &variance = k[1], v1 = tilt == 0 ? -mean : mean;
  // E|X|^3 = 2 E[X_+^3] - E[X^3], for X = L - mean and X = L.
  const Ball inner = mean - step.shift(p), zero = -step.shift(p);
  const Ball third = k[2] + mean * variance * 3 + square(mean) * mean;
  const Ball v3 = third_moment_above(*step.pair, tilt, inner, p) * 2 - k[2];
  const Ball v4 = third_moment_above(*step.pair, tilt, zero, p) * 2 - third;
  return {nonnegative(v1, "v1, a KL divergence,"), variance + square(mean),
          nonnegative(variance, "the variance of a loss"), nonnegative(v3, "v3"),
          nonnegative(v4, "v4")};
}

bool known(const Ball& x, double log_scale, int digits) {
  if (x.relative_digits() >= digits) return true;
  return x.is_finite() && x.magnitude().log_approximate() <= log_scale - digits * std::log(10.0);
}

Certified value(const Ball& x, const std::string& engine, int digits, bool reached) {
  const Certified out = certified({x, {{}, {}, {}, x.radius()}}, engine, digits);
  return marked(out, out.reached() || reached);
}

}  // namespace plumbline::step_moments

namespace plumbline {
namespace {

bool sharp(const StepFunctionals& f, int digits) {
  const double scale = f.variance.log_approximate() / 2;
  return step_moments::known(f.v1, 2 * scale, digits) &&
         step_moments::known(f.variance, 2 * scale, digits) &&
         step_moments::known(f.v3, 3 * scale, digits) &&
         step_moments::known(f.v4, 3 * scale, digits);
}

}  // namespace

std::optional<StepFunctionals> step_functionals(const DominatingPair& pair, bool reverse,
                                                const Effort& effort) {
  const int tilt = reverse ? 1 : 0;
  const auto step = step_moments::finite_under(pair, tilt);
  if (!step) return std::nullopt;
  std::optional<StepFunctionals> best;
  for (Bits p = step_moments::first_bits(effort.digits);
       p.n <= step_moments::kMostBits && !effort.expired(); p = Bits{2 * p.n}) {
    try {
      best = step_moments::functionals(*step, tilt, p, effort.poll);
    } catch (const Interrupted&) {
      break;
    }
    if (sharp(*best, effort.digits)) break;
  }
  const Ball unknown = Ball::indeterminate(Bits{64});
  return best ? best : StepFunctionals{unknown, unknown, unknown, unknown, unknown};
}

}  // namespace plumbline
