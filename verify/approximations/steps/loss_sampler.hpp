/// Draws the total loss of a composition.
#pragma once

#include <vector>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// Draws random total losses under P or under Q. The seed determines the sequence. Every step of the composition must
/// offer the function `draw`.
template <class Real>
class LossSampler {
 public:
  LossSampler(const std::vector<StepLaw>& laws, std::uint64_t seed, Measure measure = Measure::P)
      : random_(seed), measure_(measure) {
    for (const StepLaw& law : laws) factors_.push_back({law.in<Real>(), to_real<Real>(law.count)});
  }

  Real operator()() {
    Real sum(0);
    for (const Repeated& factor : factors_) sum += total(factor);
    return sum;
  }

 private:
  struct Repeated {
    StepIn<Real> step;
    Real count;
  };

  Real total(const Repeated& f) {
    if (f.step.draw_sum) return f.step.draw_sum(random_, measure_, f.count);
    const auto steps = static_cast<std::uint64_t>(f.count);
    Real sum(0);
    for (std::uint64_t k = 0; k < steps; ++k) sum += f.step.draw(random_, measure_);
    return sum;
  }

  RandomReals<Real> random_;
  Measure measure_;
  std::vector<Repeated> factors_;
};

/// Returns the number of draws for one sample: one for every step of every factor, or one for the whole factor if the
/// distribution of its sum is known.
inline Rational draws_per_sample(const std::vector<StepLaw>& laws) {
  Rational sum(0);
  for (const StepLaw& law : laws) sum = sum + (law.in<double>().draw_sum ? Rational(1) : law.count);
  return sum;
}

}  // namespace plumbline::approximations
