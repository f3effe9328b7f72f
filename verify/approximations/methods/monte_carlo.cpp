/// Estimates reconstruction robustness by sampling (Hayes, Mahloujifar, Balle 2023, Algorithm 1).
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/sampling_options.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"
#include "verify/approximations/steps/loss_sampler.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostKept = 100000000;

/// Returns the `kept` largest of `samples` losses, unordered, with memory for `kept` losses only.
template <class Real, class Draw>
std::vector<Real> largest_losses(Draw& draw, std::uint64_t samples, size_t kept) {
  std::vector<Real> heap;  // heap with the smallest loss in front
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

/// Returns gamma, the estimated probability of reconstruction for the baseline kappa, and its 95 % confidence interval.
/// Let W = e^L be the weight of a sample, S the number of samples, and t the 1 - kappa quantile of W. Then gamma =
/// kappa t + E[(W - t)_+]. The right side is stationary in t, so that an estimate of t has no first-order effect
/// (Rockafellar and Uryasev 2000). The variance of the estimate is that of the sample mean of (W - t)_+, Var[(W - t)_+]
/// / S. The interval is valid only asymptotically, for large kappa S. With few samples above the quantile, or with
/// heavy tails, it is too narrow.
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

/// Returns ceil(kappa S), where S is the number of samples. refusal() ensures that it is at most 10^8.
size_t kept_of(const ApproximationRequest& request) {
  const Rational exact = request.at * samples_of(request);
  const std::uint64_t nearest = whole(exact);
  return nearest + (Rational(static_cast<long>(nearest)) < exact ? 1 : 0);
}

/// Returns the `kept` largest losses of the sample. The sample does not depend on kappa.
template <class Real>
std::vector<Real> drawn(const ApproximationRequest& request, size_t kept) {
  const std::uint64_t samples = whole(samples_of(request)), seed = whole(seed_of(request));
  const auto sampler = [&] { return LossSampler<Real>(step_laws(request.composition), seed); };
  if (!shares_samples(request)) {
    LossSampler<Real> draw = sampler();
    return largest_losses<Real>(draw, samples, kept);
  }
  const auto losses = shared<Real>(request, fmt::format("{} losses, seed {}", samples, seed), [&] {
    LossSampler<Real> draw = sampler();
    std::vector<Real> all(samples);
    for (Real& loss : all) loss = draw();
    return all;
  });
  auto next = [it = losses->begin()]() mutable { return *it++; };
  return largest_losses<Real>(next, samples, kept);
}

struct MonteCarlo {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const Rational samples = samples_of(request);
    Answer<Real> gamma{Real(0)};
    if (const size_t kept = kept_of(request); kept > 0) {
      gamma = estimate(drawn<Real>(request, kept), to_real<Real>(samples));
    }
    if (reading_of(request) == Reading::power) return gamma;
    Answer<Real> f{Real(1 - gamma.value)};
    if (gamma.band) f.band = {Real(1 - gamma.band->second), Real(1 - gamma.band->first)};
    return f;
  }
};

/// Returns the polygon through the estimates of f at the levels k / S, where S is the number of samples.
JudgedCurve curve(const ApproximationRequest& request) {
  LossSampler<double> draw(step_laws(request.composition), whole(seed_of(request)));
  std::vector<double> losses(whole(samples_of(request)));
  for (double& loss : losses) loss = draw();
  std::sort(losses.begin(), losses.end(), std::greater<>());
  std::vector<double> alphas = {0}, betas = {1};
  const double samples = static_cast<double>(losses.size());
  double sum = 0;
  for (size_t k = 0; k < losses.size(); ++k) {
    sum += std::exp(losses[k]);
    alphas.push_back(static_cast<double>(k + 1) / samples);
    betas.push_back(1 - sum / samples);
  }
  return {polygon_curve(alphas, betas),
          "polygon through the estimates at alpha = k / samples, as doubles"};
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_refusal(request, "monte_carlo", {Reading::power, Reading::type_two});
  if (why.empty()) why = step_law_refusal(request.composition, {StepPart::sampler});
  if (why.empty()) why = sampling_refusal(request);
  if (!why.empty()) return why;
  if (direction_meant(request) != Direction::forward) {
    return "monte_carlo samples the forward pair only; ask with direction forward";
  }
  if (Rational(kMostKept) < request.at * samples_of(request)) {
    return "would keep more than 1e8 losses; lower samples";
  }
  return "";
}

}  // namespace

/// The method uses long double instead of high precision: the sampling error is many orders of magnitude larger than
/// the rounding error.
ApproximationEntry monte_carlo() {
  return {"monte_carlo",
          "average of the largest kappa S of S sampled weights e^L (Hayes et al. 2023)",
          sampling_options(),
          refusal,
          run_twice<MonteCarlo, long double>,
          curve};
}

}  // namespace plumbline::approximations
