#include "reference/quantities/moments.hpp"

#include <array>

#include "reference/quantities/step_moments.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

using step_moments::first_bits;
using step_moments::kMostBits;
using step_moments::known;
using step_moments::value;

Moments infinite_moments() {
  const Extended all = Extended::infinity("the loss is infinite with positive probability");
  return {all, all, all, all, all, std::vector<Extended>(6, all)};
}

/// Returns the cumulants of one step, refined until all have the requested digits or time is up; nothing if there was
/// no time.
std::optional<std::array<Ball, 6>> cumulants_to(const step_moments::Finite& step, int tilt,
                                                double scale, const Effort& effort) {
  std::optional<std::array<Ball, 6>> k;
  for (Bits p = first_bits(effort.digits); p.n <= kMostBits && !effort.expired();
       p = Bits{2 * p.n}) {
    try {
      k = step_moments::step_cumulants(step, tilt, p, effort.poll);
    } catch (const Interrupted&) {
      break;
    }
    bool all = true;
    for (size_t n = 0; n < 6; ++n) {
      all = all && known((*k)[n], static_cast<double>(n + 1) * scale, effort.digits);
    }
    if (all) break;
  }
  return k;
}

/// Computes the moments from the cumulants of the whole composition, and the sums of the third absolute moments of its
/// steps.
Moments moments_of(const std::vector<Ball>& total, const Ball& v3, const Ball& v4, int tilt,
                   int digits) {
  const std::string how = "transform";
  const double scale = total[1].log_approximate() / 2;
  std::vector<Extended> cumulants;
  for (size_t n = 0; n < 6; ++n) {
    cumulants.push_back(
        value(total[n], how, digits, known(total[n], static_cast<double>(n + 1) * scale, digits)));
  }
  const Ball v1 = tilt == 0 ? -total[0] : total[0];
  const bool nothing = total[1].is_exactly_zero();
  return {value(v1, how, digits, known(v1, 2 * scale, digits)),
          value(total[1] + square(total[0]), how, digits, nothing),
          value(v3, how, digits, nothing),
          value(v4, how, digits, nothing),
          value(v1 / sqrt(total[1]), how, digits, false),
          std::move(cumulants)};
}

}  // namespace

Moments moments(const Composition& composition, bool reverse, const Effort& effort) {
  const int tilt = reverse ? 1 : 0, digits = effort.digits;
  Effort sharper = effort;
  sharper.digits = digits + 2;
  const Bits out_bits = first_bits(digits);
  const Ball zero(out_bits);
  std::vector<Ball> total(6, zero);
  Ball v3 = zero, v4 = zero;
  for (const Factor& f : composition.factors()) {
    const auto step = step_moments::finite_under(*f.mechanism, tilt);
    if (!step) return infinite_moments();
    const Ball count(f.count, out_bits);
    const StepFunctionals own = *step_functionals(*f.mechanism, reverse, sharper);
    v3 = v3 + own.v3 * count;
    v4 = v4 + own.v4 * count;
    const double scale = own.variance.log_approximate() / 2;
    const auto k = cumulants_to(*step, tilt, scale, sharper);
    for (size_t n = 0; n < 6; ++n) {
      total[n] = k ? total[n] + (*k)[n] * count : Ball::indeterminate(out_bits);
    }
  }
  return moments_of(total, v3, v4, tilt, digits);
}

Moments certain_moments() {
  const Certified unknown = nothing_known("transform");
  const Extended nothing = unknown, positive = limited(unknown, Rational(0));
  return {positive, positive, positive, positive, positive, std::vector<Extended>(6, nothing)};
}

}  // namespace plumbline
