/// Compositions of steps of bounded total variation.
#include <cmath>
#include <stdexcept>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/regions/tv_region.hpp"

namespace plumbline {
namespace {

/// Parses `total_variation_dp(epsilon=,delta=,eta=)^k` or `approximate_dp(epsilon=,delta=)^k`, or a product of such
/// factors, as steps of Theorem 2. With `subsample`, each step runs on a random subset.
ComposedTv steps_of(const Query& question) {
  std::vector<TvSteps> steps;
  for (const WrittenFactor& factor : read_open_expression(question.mechanism)) {
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
    if (question.text("subsample")) one = subsampled(one, question.number("subsample"));
    steps.push_back(one);
  }
  return ComposedTv(std::move(steps));
}

Answer answer_composed_delta(const Query& question, const Effort& effort, OtherPath&) {
  return {region_answers(steps_of(question), {question.whole("j")}, {}, effort).deltas.at(0)};
}

Answer answer_composed_profile(const Query& question, const Effort& effort, OtherPath&) {
  return {region_deltas(steps_of(question), {question.real("epsilon")}, effort).at(0)};
}

Answer answer_composed_epsilon(const Query& question, const Effort& effort, OtherPath&) {
  return {region_epsilon(steps_of(question), question.number("delta"), effort).value()};
}

Answer answer_composed_tv(const Query& question, const Effort& effort, OtherPath&) {
  return {region_answers(steps_of(question), {0}, {}, effort).total_variation};
}

Answer answer_composed_tradeoff(const Query& question, const Effort& effort, OtherPath&) {
  return {
      region_answers(steps_of(question), {0}, {question.number("alpha")}, effort).tradeoff.at(0)};
}

Answer answer_worst_tv(const Query& question, const Effort& effort, OtherPath&) {
  return {closed_worst_total_variation(steps_of(question), effort.digits)};
}

Quantity of_steps(const std::string& name, const std::string& summary,
                  std::vector<ArgumentEntry> arguments,
                  Answer (*answer)(const Query&, const Effort&, OtherPath&)) {
  arguments.push_back({.name = "subsample", .optional = true});
  return {.name = name,
          .summary = summary,
          .subject = Subject::steps,
          .arguments = std::move(arguments),
          .answer = answer};
}

}  // namespace

QuantityFamily tv_step_entries() {
  return {
      of_steps("composed_delta", "delta_j of Theorem 2 with the mass of infinite loss",
               {{.name = "j"}}, answer_composed_delta),
      of_steps("composed_profile", "delta of the composition by Theorem 2 at any epsilon",
               {{.name = "epsilon", .any_real = true}}, answer_composed_profile),
      of_steps("composed_epsilon", "smallest epsilon >= 0 of the composition by Theorem 2",
               {{.name = "delta"}}, answer_composed_epsilon),
      of_steps("composed_tv", "total variation of the composition by Theorem 2", {},
               answer_composed_tv),
      of_steps("composed_tradeoff", "trade-off function of the composition by Theorem 2",
               {{.name = "alpha"}}, answer_composed_tradeoff),
      of_steps("worst_tv", "1 - prod (1 - eta)^k: what total variations alone give", {},
               answer_worst_tv),
  };
}

}  // namespace plumbline
