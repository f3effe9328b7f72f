/// Compositions of steps of bounded total variation, their Gaussian limit, noisy SGD.
#include <cmath>
#include <stdexcept>

#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"
#include "reference/regions/tv_region.hpp"
#include "verify/suite/cases/case_request.hpp"

namespace plumbline {
namespace {

/// Reads `total_variation_dp(epsilon=,delta=,eta=)^k` or `approximate_dp(epsilon=,delta=)^k`, or a
/// product of such, as steps of Theorem 2; each on a random subset first where `subsample` is
/// given.
ComposedTv steps_of(const CaseRequest& request) {
  std::vector<TvSteps> steps;
  for (const WrittenFactor& factor : read_open_expression(request.mechanism)) {
    const auto guarantee = factor.entry->guarantee;
    if (guarantee == nullptr || !factor.open.empty()) {
      throw std::invalid_argument(
          "write steps as total_variation_dp(epsilon=,delta=,eta=)^k or "
          "approximate_dp(epsilon=,delta=)^k, got '" +
          factor.text() + "'");
    }
    const Guarantee known = guarantee(factor.parameters);
    TvSteps one{Real(known.epsilon), Real(known.delta), std::nullopt,
                std::lround(factor.count.approximate())};
    if (known.total_variation) one.eta = Real(*known.total_variation);
    if (request.text("subsample")) one = subsampled(one, request.number("subsample"));
    steps.push_back(one);
  }
  return ComposedTv(std::move(steps));
}

Answer composed_delta(const CaseRequest& request, const Effort& effort) {
  return {region_answers(steps_of(request), {request.whole("j")}, {}, effort).deltas.at(0)};
}

Answer composed_profile(const CaseRequest& request, const Effort& effort) {
  return {region_deltas(steps_of(request), {request.real("epsilon")}, effort).at(0)};
}

Answer composed_epsilon(const CaseRequest& request, const Effort& effort) {
  return {region_epsilon(steps_of(request), request.number("delta"), effort).value()};
}

Answer composed_tv(const CaseRequest& request, const Effort& effort) {
  return {region_answers(steps_of(request), {0}, {}, effort).total_variation};
}

Answer composed_tradeoff(const CaseRequest& request, const Effort& effort) {
  return {region_answers(steps_of(request), {0}, {request.number("alpha")}, effort).tradeoff.at(0)};
}

Answer worst_tv(const CaseRequest& request, const Effort& effort) {
  return {closed_worst_total_variation(steps_of(request), effort.digits)};
}

Answer limit_distance(const CaseRequest& request, const Effort& effort) {
  const Rational mu = request.number("mu");
  const ComposedTv composed =
      gaussian_sequence(mu, request.number("exponent"), std::max(1L, request.whole("steps")));
  return {gaussian_distance(composed, Real(mu), effort).distance};
}

/// Section VI-D; `curve` is theorem2, kairouz, truth or asymptotic.
Answer sgd_tradeoff(const CaseRequest& request, const Effort& effort) {
  const std::string curve = request.text("curve").value_or("");
  const SgdCurves all = sgd_curves(NoisySgd::figure_five(), {request.number("alpha")}, effort);
  if (curve == "theorem2") return {all.theorem2.at(0)};
  if (curve == "kairouz") return {all.kairouz.at(0)};
  if (curve == "truth") return {all.truth.at(0)};
  if (curve == "asymptotic") return {all.asymptotic.at(0)};
  throw std::invalid_argument("curve must be theorem2, kairouz, truth or asymptotic");
}

}  // namespace

std::vector<CaseQuantityEntry> total_variation_quantities() {
  return {
      {"composed_delta",
       "delta_j of Theorem 2 with the mass of infinite loss",
       "steps",
       false,
       {"j"},
       {"subsample"},
       false,
       composed_delta},
      {"composed_profile",
       "delta of the composition by Theorem 2 at any epsilon",
       "steps",
       false,
       {"epsilon"},
       {"subsample"},
       false,
       composed_profile},
      {"composed_epsilon",
       "smallest epsilon >= 0 of the composition by Theorem 2",
       "steps",
       false,
       {"delta"},
       {"subsample"},
       false,
       composed_epsilon},
      {"composed_tv",
       "total variation of the composition by Theorem 2",
       "steps",
       false,
       {},
       {"subsample"},
       false,
       composed_tv},
      {"composed_tradeoff",
       "trade-off function of the composition by Theorem 2",
       "steps",
       false,
       {"alpha"},
       {"subsample"},
       false,
       composed_tradeoff},
      {"worst_tv",
       "1 - prod (1 - eta)^k: what total variations alone give",
       "steps",
       false,
       {},
       {"subsample"},
       false,
       worst_tv},
      {"gaussian_limit_distance",
       "sup |f - G_mu| for n steps of epsilon = mu/n^c, eta = mu/(2 n^(1-c))",
       "",
       false,
       {"mu", "exponent", "steps"},
       {},
       false,
       limit_distance},
      {"noisy_sgd",
       "type II error of Figure 5's noisy SGD on one of its curves",
       "",
       false,
       {"alpha", "curve"},
       {},
       false,
       sgd_tradeoff},
  };
}

}  // namespace plumbline
