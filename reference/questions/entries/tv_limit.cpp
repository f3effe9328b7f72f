/// The maximum of |f - G_mu|, where f is the trade-off function of n small steps of bounded total variation, and G_mu
/// that of N(0, 1) against N(mu, 1). This file also has the curves of noisy SGD, whose steps have bounded total
/// variation.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/closed/gaussian_mu.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/regions/gaussian_limit.hpp"
#include "reference/regions/noisy_sgd.hpp"

namespace plumbline {
namespace {

/// Returns mu of the limit G_mu. Throws std::invalid_argument if the mechanism is not Gaussian with a rational mu.
Rational mu_of(const std::string& mechanism) {
  const auto square = Composition::parse(mechanism).gaussian_mu_squared();
  const auto mu = square ? rational_root(*square) : std::nullopt;
  if (!mu) throw std::invalid_argument("the limit is written gaussian(sigma=1,sensitivity=MU)");
  return *mu;
}

Answer answer_limit(const Query& question, const Effort& effort, OtherPath& path) {
  constexpr double kMoved = 25;
  path.taken = path.wanted;
  const Rational mu = mu_of(question.mechanism), steps = question.number("steps");
  if (!steps.is_integer() || steps.sign() <= 0 || steps > Rational(100000000)) {
    throw std::invalid_argument("steps must be an integer from 1 to 10^8, got " + steps.text());
  }
  const ComposedTv composed =
      gaussian_sequence(mu, question.number("exponent"), static_cast<long>(steps.approximate()));
  const GaussianDistance d =
      path.wanted ? gaussian_distance(composed, Real(mu), effort, -(effort.digits + kMoved) * kLn10)
                  : gaussian_distance(composed, Real(mu), effort);
  return {.value = d.distance, .values = {{"above", d.above}, {"below", d.below}}};
}

std::string limit_text(const std::string& mechanism, const std::string&) {
  const std::string out = Composition::parse(mechanism).expression();
  mu_of(out);
  return out;
}

AllMembers members_of_limit(const Query&, bool) {
  return {.values = {.needed = {"above", "below"}}};
}

std::string limit_meaning(const Query& question) {
  return "The largest distance of the trade-off function of " + question.at.back().second +
         " small steps of bounded total variation from that of its Gaussian limit";
}

Answer answer_distance(const Query& question, const Effort& effort, OtherPath&) {
  const Rational mu = question.number("mu");
  const ComposedTv composed =
      gaussian_sequence(mu, question.number("exponent"), std::max(1L, question.whole("steps")));
  return {gaussian_distance(composed, Real(mu), effort).distance};
}

/// Answers with a curve of Section VI-D: `curve` is theorem2, kairouz, truth or asymptotic.
Answer answer_sgd(const Query& question, const Effort& effort, OtherPath&) {
  const std::string curve = question.text("curve").value_or("");
  const SgdCurves all = sgd_curves(NoisySgd::figure_five(), {question.number("alpha")}, effort);
  if (curve == "theorem2") return {all.theorem2.at(0)};
  if (curve == "kairouz") return {all.kairouz.at(0)};
  if (curve == "truth") return {all.truth.at(0)};
  if (curve == "asymptotic") return {all.asymptotic.at(0)};
  throw std::invalid_argument("curve must be theorem2, kairouz, truth or asymptotic");
}

}  // namespace

QuantityFamily tv_limit_entries() {
  return {
      {.name = "tv_limit",
       .summary = "distance of small steps of bounded total variation from their limit G_mu",
       .choices = {{"exponent", "steps"}},
       .directions = Directions::worst,
       .answer = answer_limit,
       .subject_text = limit_text,
       .certificate = CertificateEntry{.computed = Computed::by_formulas,
                                       .members = members_of_limit,
                                       .other_path = "other kinks bounded together"},
       .words = {.explained = limit_meaning,
                 .values = {{"above", "How far the steps' function is above the limit's"},
                            {"below", "How far it is below"}}}},
      {.name = "gaussian_limit_distance",
       .summary = "sup |f - G_mu| for n steps of epsilon = mu/n^c, eta = mu/(2 n^(1-c))",
       .subject = Subject::none,
       .arguments = {{.name = "mu"}, {.name = "exponent"}, {.name = "steps"}},
       .answer = answer_distance},
      {.name = "noisy_sgd",
       .summary = "type II error of Figure 5's noisy SGD on one of its curves",
       .subject = Subject::none,
       .arguments = {{.name = "alpha"}, {.name = "curve"}},
       .answer = answer_sgd},
  };
}

}  // namespace plumbline
