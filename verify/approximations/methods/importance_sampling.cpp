/// Monte Carlo estimates from samples of the loss S under the alternative. The weight e^{-S} of a sample is
/// proportional to its mass under the null hypothesis. Therefore many samples contribute to an estimate even if delta
/// is small, or if kappa, the baseline of reconstruction robustness, is small.
#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/methods/sampling_options.hpp"
#include "verify/approximations/numerics/roots.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/share.hpp"
#include "verify/approximations/steps/loss_sampler.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostSamples = 20000000;

/// The sampled losses of one direction under its alternative, in decreasing order.
template <class Real>
class WeightedSamples {
 public:
  explicit WeightedSamples(const ApproximationRequest& request) {
    const bool reverse = direction_meant(request) == Direction::reverse;
    LossSampler<Real> draw(step_laws(request.composition), whole(seed_of(request)),
                           reverse ? Measure::P : Measure::Q);
    losses_.resize(whole(samples_of(request)));
    for (Real& loss : losses_) loss = reverse ? Real(-draw()) : draw();
    std::sort(losses_.begin(), losses_.end(), std::greater<>());
  }

  /// Returns the mean of (1 - e^{t-S})_+ and its 95 % confidence interval.
  Answer<Real> excess(const Real& t) const {
    using std::exp;
    using std::sqrt;
    Real sum(0), squares(0);
    for (const Real& loss : losses_) {
      if (loss <= t) break;
      const Real over = -expm1(Real(t - loss));
      sum += over, squares += over * over;
    }
    const Real n = Real(static_cast<long>(losses_.size())), mean = sum / n;
    const Real reach = Real(1.96) * sqrt((squares / n - mean * mean) / n);
    return {mean, {{Real(mean - reach), Real(mean + reach)}}};
  }

  /// Returns gamma(kappa). Adds the samples in decreasing order of loss until their null mass e^{-S} / n reaches kappa.
  /// The estimate is kappa e^t + E[(1 - e^{t-S})_+] at the last added loss t. This expression is minimal in t there
  /// (Rockafellar, Uryasev 2000), so an error of t has no first-order effect, and the variance is that of the sample
  /// mean.
  Answer<Real> gamma(const Real& kappa) const {
    using std::exp;
    const Real n = Real(static_cast<long>(losses_.size()));
    Real null_mass(0);
    for (const Real& loss : losses_) {
      null_mass += exp(-loss) / n;
      if (null_mass >= kappa) return shifted(excess(loss), Real(kappa * exp(loss)));
    }
    return {Real(1)};
  }

  /// Returns two lists. Their k-th elements, k = 0, 1, ..., are the null mass and the alternative mass of the k largest
  /// losses.
  std::pair<std::vector<Real>, std::vector<Real>> masses() const {
    using std::exp;
    const Real n = Real(static_cast<long>(losses_.size()));
    std::pair<std::vector<Real>, std::vector<Real>> out{{Real(0)}, {Real(0)}};
    for (size_t k = 0; k < losses_.size(); ++k) {
      out.first.push_back(out.first.back() + exp(-losses_[k]) / n);
      out.second.push_back(Real(static_cast<long>(k + 1)) / n);
    }
    return out;
  }

  /// Returns the epsilon at which excess() is D.
  Real epsilon(const Real& D) const {
    const Real middle = losses_[losses_.size() / 2], last = losses_.back();
    return nearest_root<Real>([&](const Real& e) { return Real(excess(e).value - D); }, middle,
                              std::max(Real((middle - last) / 20), Real(Real(1) / 1000)));
  }

 private:
  static Answer<Real> shifted(Answer<Real> a, const Real& by) {
    a.value += by, a.band->first += by, a.band->second += by;
    return a;
  }

  std::vector<Real> losses_;
};

/// Returns the sample of a request. All questions of a case use the same sample if it is small enough to be cached.
template <class Real>
std::shared_ptr<const WeightedSamples<Real>> weighted_samples(const ApproximationRequest& request) {
  if (!shares_samples(request)) return std::make_shared<const WeightedSamples<Real>>(request);
  const std::string what =
      fmt::format("{} weighted samples, seed {}, {}", whole(samples_of(request)),
                  whole(seed_of(request)), direction_name(direction_meant(request)));
  return shared<Real>(request, what, [&] { return WeightedSamples<Real>(request); });
}

/// Returns the estimate of scale (1 - a) with its confidence interval.
template <class Real>
Answer<Real> complement(const Answer<Real>& a, const Real& scale) {
  Answer<Real> out{Real(scale * (1 - a.value))};
  if (a.band) {
    out.band = {Real(scale * (1 - a.band->second)), Real(scale * (1 - a.band->first))};
  }
  return out;
}

struct ImportanceSampling {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    using std::log;
    const auto drawn = weighted_samples<Real>(request);
    const WeightedSamples<Real>& samples = *drawn;
    const Real at = to_real<Real>(request.at);
    const Reading reading = reading_of(request);
    if (reading == Reading::tv) return samples.excess(Real(0));
    if (reading == Reading::delta) return samples.excess(at);
    if (reading == Reading::epsilon) return {samples.epsilon(at)};
    if (reading == Reading::power) return samples.gamma(at);
    if (reading == Reading::type_two) return complement(samples.gamma(at), Real(1));
    if (at == 0 || at == 1) return {Real(0)};
    return complement(samples.excess(Real(log(at / (1 - at)))), Real(1 - at));
  }
};

/// Returns the polygon through the points of the sample, between which gamma() interpolates linearly.
JudgedCurve curve(const ApproximationRequest& request) {
  auto [alphas, betas] = WeightedSamples<double>(request).masses();
  for (double& beta : betas) beta = 1 - beta;
  return {polygon_curve(alphas, betas),
          "polygon through (null mass, 1 - alternative mass) of the k largest losses sampled, as "
          "doubles"};
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_refusal(request, "importance_sampling", profile_readings());
  if (why.empty()) why = step_law_refusal(request.composition, {StepPart::sampler});
  if (why.empty()) why = sampling_refusal(request);
  if (!why.empty()) return why;
  if (direction_meant(request) == Direction::worst) {
    return "importance_sampling samples one direction; write direction forward or reverse";
  }
  if (Rational(kMostSamples) < samples_of(request)) return "more than 2e7 samples; request fewer";
  return "";
}

}  // namespace

/// The method uses long double instead of high precision: the sampling error is many orders of magnitude larger than
/// the rounding error.
ApproximationEntry importance_sampling() {
  return {"importance_sampling",
          "samples under the alternative, weighted by e^-L under the null, with a confidence "
          "interval",
          sampling_options(),
          refusal,
          run_twice<ImportanceSampling, long double>,
          curve};
}

}  // namespace plumbline::approximations
