/// Draws the total loss of a composition.
#pragma once

#include <algorithm>
#include <vector>

#include "verify/approximations/numerics/random_words.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/steps/moments.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Under P or under Q; a seed gives one sequence.
template <class Real>
class LossSampler {
 public:
  LossSampler(const std::vector<StepLaw>& laws, std::uint64_t seed, Measure measure = Measure::P)
      : random_(seed), measure_(measure) {
    for (const StepLaw& law : laws) {
      factors_.push_back(
          {law.kind, to_real<Real>(law.mu), to_real<Real>(law.p), to_real<Real>(law.count)});
    }
  }

  Real operator()() {
    Real sum(0);
    for (const Factor& factor : factors_) sum += total(factor);
    return sum;
  }

 private:
  struct Factor {
    StepLaw::Kind kind;
    Real mu, p, count;
  };

  Real total(const Factor& f) {
    using std::sqrt;
    if (f.kind == StepLaw::Kind::gaussian) {  // the sum of the steps is exactly normal
      const Real drift = f.count * f.mu * f.mu / 2;
      return f.mu * sqrt(f.count) * random_.normal() + (measure_ == Measure::P ? -drift : drift);
    }
    const auto steps = static_cast<std::uint64_t>(f.count);
    Real sum(0);
    for (std::uint64_t k = 0; k < steps; ++k) {
      sum += f.kind == StepLaw::Kind::laplace ? laplace(f, measure_) : subsampled(f);
    }
    return sum;
  }

  /// Under Q the record takes part with probability p.
  Real subsampled(const Factor& f) {
    const bool shifted = measure_ == Measure::Q && random_.uniform() < f.p;
    const Real z = f.kind == StepLaw::Kind::subsampled_laplace
                       ? laplace(f, shifted ? Measure::Q : Measure::P)
                       : Real(f.mu * (random_.normal() + (shifted ? f.mu / 2 : -f.mu / 2)));
    return log1p(Real(f.p * expm1(z)));
  }

  /// |y| - |y - mu| at y ~ Lap(0, 1), by inversion; under Q it is distributed as its negative.
  Real laplace(const Factor& f, Measure measure) {
    using std::log;
    const Real u = random_.uniform();
    const Real z = u < Real(0.5) ? Real(-f.mu) : std::min(f.mu, Real(-2 * log(2 * (1 - u)) - f.mu));
    return measure == Measure::P ? z : Real(-z);
  }

  RandomReals<Real> random_;
  Measure measure_;
  std::vector<Factor> factors_;
};

/// Losses drawn for one sample: every step of every factor, but a Gaussian factor at once.
inline Rational draws_per_sample(const std::vector<StepLaw>& laws) {
  Rational sum(0);
  for (const StepLaw& law : laws) {
    sum = sum + (law.kind == StepLaw::Kind::gaussian ? Rational(1) : law.count);
  }
  return sum;
}

}  // namespace plumbline::approximations
