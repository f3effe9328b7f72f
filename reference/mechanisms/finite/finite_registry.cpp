#include <cmath>

#include "reference/mechanisms/finite/channel_form.hpp"
#include "reference/mechanisms/finite/finite_draws.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_orders.hpp"
#include "reference/mechanisms/finite/finite_reals.hpp"
#include "reference/mechanisms/finite/finite_records.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/real_numbers.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

const std::vector<std::string>& response_relations() {
  static const std::vector<std::string> known = {"replace", "replace_special"};
  return known;
}

Mechanism make_randomized_response(const Parameters& q) {
  const Rational k = parameter_or_none(q, "k").value_or(Rational(2));
  const bool special = relation(q, response_relations()) == "replace_special";
  return special ? randomized_response_special(q.at("epsilon"), k)
                 : randomized_response(q.at("epsilon"), k);
}

bool replaces_by_another(const Parameters& q) {
  return relation(q, response_relations()) == response_relations().front();
}

Mechanism make_finite(const Parameters& q) { return finite_pair(q.lists.at("P"), q.lists.at("Q")); }

Mechanism finite_of_reals(const RealNumbers& q) {
  return finite_pair_of_reals(q.lists.at("P"), q.lists.at("Q"), q.expression);
}

Mechanism dp_of_reals(const RealNumbers& q) {
  return approximate_dp_of_reals(q.number("epsilon"), q.number("delta"), q.expression);
}

Mechanism make_total_variation_dp(const Parameters& q) {
  return total_variation_dp(q.at("epsilon"), q.at("delta"), q.at("eta"));
}

/// Typical parameters for hunts (recorded_form.hpp).
const char* const kUsualResponse = R"(noise_parameter = {from = 0.01, to = 0.99}
num_buckets = {from = 2, to = 10, integer = true}
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}])";
const char* const kUsualPair = R"(epsilon = {from = 0.001, to = 10, scale = "log"}
delta = [0, {from = 1e-12, to = 1e-3, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}])";
const char* const kUsualLaplace = R"(parameter = {from = 0.01, to = 5, scale = "log"}
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}])";

MechanismEntry randomized_response_entry() {
  return {
      .name = "randomized_response",
      .required = {"epsilon"},
      .optional = {"k", "relation"},
      .summary =
          "k-ary randomized response (default: k = 2); relation=replace_special: against the "
          "uniform law",
      .make = make_randomized_response,
      .order = order_of_randomized_response,
      .words = {"relation"},
      .draw = draw_randomized_response,
      .symmetric = replaces_by_another,
      .recorded = {{.kind = "randomized_response",
                    .fields = {{"noise_parameter"}, {"num_buckets", "", true}},
                    .expression = recorded_response,
                    .under = {{"replace_special", recorded_special_response}},
                    .states_noise = false,
                    .usual = kUsualResponse}},
      .replaces_record = true,
      .whole = {"k"},
      .facts = PairFacts{PairDominance::both,
                         "one input exchanged for another; with replace_special, for an input that "
                         "is answered uniformly",
                         "the two rows are the mechanism, all others are permutations of them"}};
}

MechanismEntry approximate_dp_entry() {
  return {
      .name = "approximate_dp",
      .required = {"epsilon", "delta"},
      .optional = {},
      .summary = "the worst (epsilon,delta)-DP pair",
      .make = [](const Parameters& q) { return approximate_dp(q.at("epsilon"), q.at("delta")); },
      .order = order_of_approximate_dp,
      .draw = draw_approximate_dp,
      .symmetric = always_symmetric,
      .recorded = {{.kind = "approx_dp",
                    .fields = {{"epsilon", "epsilon"}, {"delta", "delta"}},
                    .any_neighbours = true,
                    .usual = kUsualPair},
                   {.kind = "pure_dp",
                    .fields = {{"epsilon"}},
                    .expression = recorded_pure_dp,
                    .any_neighbours = true}},
      .facts = PairFacts{PairDominance::both, "any neighbours of an (epsilon, delta)-DP mechanism",
                         "Kairouz, Oh, Viswanath 2015"},
      .make_real = dp_of_reals,
      .guarantee =
          [](const Parameters& q) {
            return Guarantee{q.at("epsilon"), q.at("delta")};
          }};
}

MechanismEntry total_variation_dp_entry() {
  return {.name = "total_variation_dp",
          .required = {"epsilon", "delta", "eta"},
          .optional = {},
          .summary = "the worst (epsilon,delta)-DP pair of total variation eta",
          .make = make_total_variation_dp,
          .order = order_of_total_variation_dp,
          .draw = draw_total_variation_dp,
          .symmetric = always_symmetric,
          .facts = PairFacts{PairDominance::both,
                             "any neighbours of a mechanism with these three parameters",
                             "Ghazi, Issa 2024"},
          .guarantee = [](const Parameters& q) {
            return Guarantee{q.at("epsilon"), q.at("delta"), q.at("eta")};
          }};
}

MechanismEntry staircase_entry() {
  return {
      .name = "staircase",
      .required = {"epsilon", "gamma"},
      .optional = {"sensitivity"},
      .summary = "staircase noise (Geng, Viswanath); the loss does not depend on the sensitivity",
      .make =
          [](const Parameters& q) {
            return staircase(q.at("epsilon"), q.at("gamma"), sensitivity(q));
          },
      .order = order_of_staircase,
      .draw = draw_staircase,
      .symmetric = always_symmetric,
      .facts = PairFacts{PairDominance::both, kShiftedValues,
                         "three losses, -epsilon, 0 and epsilon: what they weigh is the total "
                         "variation, which for unimodal noise grows with the shift"}};
}

MechanismEntry discrete_laplace_entry() {
  return {.name = "discrete_laplace",
          .required = {"b"},
          .optional = {"sensitivity"},
          .summary = "geometric noise on the integers, P(x) ~ e^(-|x|/b)",
          .make = [](const Parameters& q) { return discrete_laplace(q.at("b"), sensitivity(q)); },
          .order = order_of_discrete_laplace,
          .draw = draw_discrete_laplace,
          .symmetric = always_symmetric,
          .recorded = {{.kind = "discrete_laplace",
                        .fields = {{"parameter"}, {"sensitivity", "sensitivity", true}},
                        .expression = recorded_discrete_laplace,
                        .under = {{"replace", discrete_laplace_of_exchanged}},
                        .usual = kUsualLaplace}},
          .whole = {"sensitivity"},
          .facts = log_concave_facts(kShiftedIntegers)};
}

MechanismEntry uniform_entry() {
  return {.name = "uniform",
          .required = {"width"},
          .optional = {"sensitivity"},
          .summary = "uniform noise on an interval against its shift",
          .make = [](const Parameters& q) { return uniform(positive(q, "width"), sensitivity(q)); },
          .order = order_of_uniform,
          .draw = draw_uniform,
          .symmetric = always_symmetric,
          .facts = log_concave_facts(kShiftedValues)};
}

MechanismEntry finite_entry() {
  return {.name = "finite",
          .required = {"P", "Q"},
          .optional = {},
          .summary = "P and Q as lists of probabilities",
          .make = make_finite,
          .lists = {"P", "Q"},
          .draw = draw_finite,
          .facts = PairFacts{PairDominance::itself,
                             "the two data sets with the output laws P and Q", "by definition"},
          .make_real = finite_of_reals};
}

MechanismEntry perfectly_private_entry() {
  return {.name = "perfectly_private",
          .required = {},
          .optional = {},
          .summary = "the output does not depend on the record",
          .make = [](const Parameters&) { return perfectly_private(); },
          .symmetric = always_symmetric,
          .recorded = {{.kind = "perfectly_private", .fields = {}, .any_neighbours = true}},
          .facts = PairFacts{PairDominance::both, "any", "by definition"}};
}

MechanismEntry blatantly_non_private_entry() {
  return {.name = "blatantly_non_private",
          .required = {},
          .optional = {},
          .summary = "the output reveals the record",
          .make = [](const Parameters&) { return blatantly_non_private(); },
          .symmetric = always_symmetric,
          .recorded = {{.kind = "blatantly_non_private", .fields = {}, .any_neighbours = true}},
          .facts = PairFacts{PairDominance::both, "any", "by definition"}};
}

}  // namespace

std::vector<MechanismEntry> finite_mechanism_entries() {
  return {randomized_response_entry(),
          approximate_dp_entry(),
          total_variation_dp_entry(),
          staircase_entry(),
          discrete_laplace_entry(),
          uniform_entry(),
          finite_entry(),
          perfectly_private_entry(),
          blatantly_non_private_entry()};
}

std::optional<ChannelForm> channel_form(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  const auto make = factor.entry->make;
  if (make == make_finite && q.lists.size() == 2) {
    return ChannelRows{q.lists.at("P"), q.lists.at("Q")};
  }
  if (make == make_randomized_response) {
    const Rational k = parameter_or_none(q, "k").value_or(Rational(2));
    return ResponseChannel{q.at("epsilon"), std::lround(k.approximate())};
  }
  if (make == make_total_variation_dp && q.at("delta").is_zero()) {
    return ErasureChannel{q.at("epsilon"), q.at("eta")};
  }
  return std::nullopt;
}

}  // namespace plumbline
