/// Reconstruction robustness by sampling: Hayes, Mahloujifar, Balle 2023, Algorithm 1.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "verify/approximations/methods.hpp"
#include "verify/approximations/random_words.hpp"
#include "verify/approximations/request_checks.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/step_law.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostDraws = 2000000000, kMostKept = 100000000;
constexpr double kDefaultSamples = 10000;

/// Draws the total loss under P.
template <class Real>
class LossSampler {
 public:
  LossSampler(const std::vector<StepLaw>& laws, std::uint64_t seed) : random_(seed) {
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
      return f.mu * sqrt(f.count) * random_.normal() - f.count * f.mu * f.mu / 2;
    }
    const auto steps = static_cast<std::uint64_t>(f.count);
    Real sum(0);
    for (std::uint64_t k = 0; k < steps; ++k) {
      sum += f.kind == StepLaw::Kind::laplace ? laplace(f) : subsampled(f);
    }
    return sum;
  }

  Real subsampled(const Factor& f) {
    const Real z = f.kind == StepLaw::Kind::subsampled_laplace
                       ? laplace(f)
                       : Real(f.mu * (random_.normal() - f.mu / 2));
    return log1p(Real(f.p * expm1(z)));
  }

  /// L = |y| - |y - mu| at y ~ Lap(0, 1), by inversion.
  Real laplace(const Factor& f) {
    using std::log;
    const Real u = random_.uniform();
    if (u < Real(0.5)) return -f.mu;
    return std::min(f.mu, Real(-2 * log(2 * (1 - u)) - f.mu));
  }

  RandomReals<Real> random_;
  std::vector<Factor> factors_;
};

/// The `kept` largest of `samples` losses, in no order; memory for no more than those.
template <class Real>
std::vector<Real> largest_losses(LossSampler<Real>& draw, std::uint64_t samples, size_t kept) {
  std::vector<Real> heap;  // smallest at the front
  heap.reserve(kept);
  for (std::uint64_t i = 0; i < samples; ++i) {
    const Real loss = draw();
    if (heap.size() < kept) {
      heap.push_back(loss);
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    } else if (loss > heap.front()) {
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      heap.back() = loss;
      std::push_heap(heap.begin(), heap.end(), std::greater<>());
    }
  }
  return heap;
}

/// gamma and its 95 % confidence band. With t the weight at the 1 - kappa quantile,
/// gamma = kappa t + E[(W - t)_+], and t may be replaced by its estimate without first-order
/// effect, since the right side is stationary in t (Rockafellar and Uryasev 2000). So the estimate
/// varies like the sample mean of (W - t)_+: variance Var[(W - t)_+] / S. This is asymptotic in
/// kappa S; with few kept samples or heavy tails the band is too narrow.
template <class Real>
Answer<Real> estimate(const std::vector<Real>& losses, const Real& samples) {
  using std::exp;
  using std::sqrt;
  const Real t = exp(*std::min_element(losses.begin(), losses.end()));
  Real sum(0), excess(0), excess_squared(0);
  for (const Real& loss : losses) {
    const Real weight = exp(loss), over = weight - t;
    sum += weight, excess += over, excess_squared += over * over;
  }
  const Real mean = excess / samples;
  const Real variance = excess_squared / samples - mean * mean;
  const Real reach = Real(1.96) * sqrt(variance / samples), gamma = sum / samples;
  return {gamma, {{Real(gamma - reach), Real(gamma + reach)}}};
}

Rational samples_of(const ApproximationRequest& request) {
  return option_or(request, "samples", Rational(static_cast<long>(kDefaultSamples)));
}
Rational seed_of(const ApproximationRequest& request) {
  return option_or(request, "seed", Rational(1));
}

std::uint64_t whole(const Rational& q) {
  return std::stoull(fmt::format("{:.0f}", q.approximate()));
}

/// ceil(kappa S), at most 10^8 (see the refusal).
size_t kept_of(const ApproximationRequest& request) {
  const Rational exact = request.at * samples_of(request);
  const std::uint64_t nearest = whole(exact);
  return nearest + (Rational(static_cast<long>(nearest)) < exact ? 1 : 0);
}

struct MonteCarlo {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const Rational samples = samples_of(request);
    Answer<Real> gamma{Real(0)};
    if (const size_t kept = kept_of(request); kept > 0) {
      LossSampler<Real> draw(step_laws(request.composition), whole(seed_of(request)));
      gamma = estimate(largest_losses(draw, whole(samples), kept), to_real<Real>(samples));
    }
    if (request.quantity == "rero") return gamma;
    Answer<Real> f{Real(1 - gamma.value)};
    if (gamma.band) f.band = {Real(1 - gamma.band->second), Real(1 - gamma.band->first)};
    return f;
  }
};

std::string option_refusal(const ApproximationRequest& request) {
  const Rational samples = samples_of(request), seed = seed_of(request), most(1L << 53);
  if (!samples.is_integer() || samples.sign() <= 0) {
    return "option samples must be a positive integer, got " + samples.text();
  }
  if (!seed.is_integer() || seed.sign() < 0 || most < seed) {
    return "option seed must be an integer in [0, 2^53], got " + seed.text();
  }
  return "";
}

/// Losses drawn: every step of every factor, but a Gaussian factor at once.
Rational draws(const ApproximationRequest& request) {
  Rational per_sample(0);
  for (const StepLaw& law : step_laws(request.composition)) {
    per_sample = per_sample + (law.kind == StepLaw::Kind::gaussian ? Rational(1) : law.count);
  }
  return per_sample * samples_of(request);
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = question_refusal(request, "monte_carlo", {"rero", "tradeoff"});
  if (why.empty()) why = step_law_refusal(request.composition);
  if (why.empty()) why = option_refusal(request);
  if (!why.empty()) return why;
  if (direction_meant(request) != Direction::forward) {
    return "monte_carlo samples the forward pair only; ask with direction forward";
  }
  if (const Rational n = draws(request); Rational(kMostDraws) < n) {
    return fmt::format("would draw {:.3g} losses (at most 2e9); lower samples", n.approximate());
  }
  if (Rational(kMostKept) < request.at * samples_of(request)) {
    return "would keep more than 1e8 losses; lower samples";
  }
  return "";
}

}  // namespace

/// long double stands in for high precision: the sampling error is many orders above its rounding.
ApproximationEntry monte_carlo() {
  return {"monte_carlo",
          "average of the largest kappa S of S sampled weights e^L (Hayes et al. 2023)",
          {"samples", "seed"},
          refusal,
          run_twice<MonteCarlo, long double>};
}

}  // namespace plumbline::approximations
