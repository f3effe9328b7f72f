#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/channel_form.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_records.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);

std::optional<Rational> value_of(const Parameters& parameters, const std::string& name) {
  const auto at = parameters.find(name);
  return at == parameters.end() ? std::nullopt : std::optional(at->second);
}

/// The first double beyond a limit of the range that is irrational.
Rational just_beyond(const Ball& limit, bool above) {
  double x = limit.approximate();
  const auto beyond = [&] {
    const Ball at = Ball::from_binary64(x, limit.precision());
    return above ? certainly_less(limit, at) : certainly_less(at, limit);
  };
  while (std::isfinite(x) && !beyond()) x = std::nextafter(x, above ? HUGE_VAL : -HUGE_VAL);
  return Rational::from_binary64(x);
}

/// For given delta and eta, epsilon has to be large enough, and so on.
// PROOF(PARAMETER-ORDER) each parameter of approximate_dp and total_variation_dp
//             By Ghazi and Issa 2024, Corollary 1,
//
//                 f = max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha), 1 - eta - alpha),
//
//             without the last term for approximate_dp. Where f > 0 alpha is less than 1 - delta,
//             and there every term is nonincreasing in epsilon, in delta and in eta.
std::optional<ParameterOrder> order_of_total_variation_dp(const std::string& parameter,
                                                          const Parameters& others) {
  const auto epsilon = value_of(others, "epsilon"), delta = value_of(others, "delta"),
             eta = value_of(others, "eta");
  const Bits p{128};
  ParameterOrder out{false, kZero, kOne, true, true};
  if ((eta && *eta > kOne) || (delta && *delta > kOne) || (eta && delta && *eta < *delta)) {
    throw std::invalid_argument(
        "delta <= eta <= 1 is needed, got delta = " + (delta ? delta->text() : "?") +
        ", eta = " + (eta ? eta->text() : "?"));
  }
  // (eta - delta)/(1 - delta) <= tanh(epsilon/2)
  if (parameter == "epsilon") {
    if (*eta == *delta) return ParameterOrder::size();
    const Rational ratio = (*eta - *delta) / (kOne - *delta);
    if (ratio == kOne) throw std::invalid_argument("eta = 1 needs an infinite epsilon");
    const Ball smallest = log1p(Ball(ratio * Rational(2) / (kOne - ratio), p));
    out = {false, just_beyond(smallest, true), std::nullopt};
    out.exact_limits = false;
    return out;
  }
  const Ball x = exp(Ball(*epsilon, p)), tanh = (x - 1) / (x + 1), one = Ball::integer(1, p);
  if (parameter == "eta") {
    const Ball top = Ball(*delta, p) + Ball(kOne - *delta, p) * tanh;
    out.least = *delta;
    out.most = just_beyond(top, false);
    out.most_belongs = out.exact_limits = false;
  } else {
    const Ball bottom = (Ball(*eta, p) - tanh) / (one - tanh);
    out.most = *eta;
    if (!certainly_negative(bottom)) {
      out.least = just_beyond(bottom, true);
      out.least_belongs = out.exact_limits = false;
    }
  }
  return out;
}

const std::vector<std::string>& response_relations() {
  static const std::vector<std::string> known = {"replace", "replace_special"};
  return known;
}

Mechanism make_randomized_response(const Parameters& q) {
  const Rational k = value_of(q, "k").value_or(Rational(2));
  const bool special = relation(q, response_relations()) == "replace_special";
  return special ? randomized_response_special(q.at("epsilon"), k)
                 : randomized_response(q.at("epsilon"), k);
}

// PROOF(PARAMETER-ORDER) epsilon of randomized_response
//             k-ary: the channel is a I + (1-a) J/k, J all ones, with
//
//                 a = (e^eps - 1)/(e^eps + k - 1),
//
//             which increases in eps. Two such multiply to the one of the product of their a: that
//             of the smaller a is that of the larger one followed by another channel of the kind,
//             which keeps the uniform law: so also for relation=replace_special.
std::optional<ParameterOrder> order_of_randomized_response(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "epsilon") return ParameterOrder::size();
  return std::nullopt;
}

std::optional<ParameterOrder> order_of_approximate_dp(const std::string& parameter,
                                                      const Parameters&) {
  if (parameter == "epsilon") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta") return ParameterOrder{false, kZero, kOne, true, true};
  return std::nullopt;
}

// PROOF(PARAMETER-ORDER) epsilon and gamma of staircase
//             f is that of total_variation_dp with delta = 0 and eta the total variation (Ghazi and
//             Issa 2024, Section VI-C). With q = e^-eps and
//             B = 2 gamma + 2 q (1 - gamma) = 2 q + 2 gamma (1 - q),
//
//                 eta = (1-q)(1 - q/B)  for gamma <= 1/2: q/B <= 1 does not decrease in q nor
//                                       increase in gamma;
//                 eta = (1-q)/B         for gamma >= 1/2: B is nondecreasing in q and in gamma.
//
//             So eta increases in eps, and f decreases as above; and in gamma, on which eta alone
//             depends, eta increases up to 1/2, then decreases.
std::optional<ParameterOrder> order_of_staircase(const std::string& parameter,
                                                 const Parameters& others) {
  if (parameter == "epsilon") return ParameterOrder::size();
  if (parameter != "gamma") return std::nullopt;
  const auto gamma = value_of(others, "gamma");
  if (gamma && *gamma > kHalf) return ParameterOrder{true, kHalf, kOne, true, true};
  return ParameterOrder{false, kZero, kHalf, true, true};
}

// PROOF(PARAMETER-ORDER) width and the sensitivity of uniform
//             The pair is that of approximate_dp with epsilon = 0 and delta = sensitivity/width, at
//             most 1.
std::optional<ParameterOrder> order_of_uniform(const std::string& parameter, const Parameters&) {
  if (parameter == "width") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

// PROOF(PARAMETER-ORDER) b of discrete_laplace
//             The generating function is (1-a)^2/((1-az)(1-a/z)), a = e^(-1/b). That of A > a over
//             that of a is (1-A)^2/(1-a)^2 times
//
//                 (1-az)/(1-Az) = 1 + sum_{n>=1} (A-a) A^(n-1) z^n
//
//             times the same in 1/z: no coefficient is negative and their sum, the value at z = 1,
//             is 1: a noise again.
std::optional<ParameterOrder> order_of_discrete_laplace(const std::string& parameter,
                                                        const Parameters&) {
  if (parameter == "b") return ParameterOrder::scale();
  return std::nullopt;
}

bool replaces_by_another(const Parameters& q) {
  return relation(q, response_relations()) == response_relations().front();
}

Mechanism make_finite(const Parameters& q) { return finite_pair(q.lists.at("P"), q.lists.at("Q")); }

Mechanism make_total_variation_dp(const Parameters& q) {
  return total_variation_dp(q.at("epsilon"), q.at("delta"), q.at("eta"));
}

std::string draw_uniform(ParameterDraw& draw) {
  return "uniform(width=" + draw.log_uniform(2, 1000) + ")";
}

std::string draw_randomized_response(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-3, 5);
  return "randomized_response(epsilon=" + epsilon + ",k=" + std::to_string(draw.whole(2, 6)) + ")";
}

std::string draw_approximate_dp(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-3, 3);
  return "approximate_dp(epsilon=" + epsilon + ",delta=" + draw.log_uniform(1e-9, 0.1) + ")";
}

/// eta is at most (e^epsilon - 1)/(e^epsilon + 1): here for epsilon >= 0.1 and delta = 0.
std::string draw_total_variation_dp(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(0.1, 3);
  return "total_variation_dp(epsilon=" + epsilon + ",delta=0,eta=" + draw.log_uniform(1e-3, 0.049) +
         ")";
}

std::string draw_staircase(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-2, 4);
  return "staircase(epsilon=" + epsilon + ",gamma=" + draw.uniform(0.05, 0.95) + ")";
}

std::string draw_discrete_laplace(ParameterDraw& draw) {
  const std::string b = draw.log_uniform(0.3, 50);
  return "discrete_laplace(b=" + b + ",sensitivity=" + std::to_string(draw.whole(1, 3)) + ")";
}

std::string draw_finite(ParameterDraw& draw) {
  const int a = draw.whole(1, 60), b = draw.whole(1, 60), c = draw.whole(1, 60);
  const auto part = [whole = "/" + std::to_string(a + b + c)](int x) {
    return std::to_string(x) + whole;
  };
  return "finite(P=[" + part(a) + "," + part(b) + "," + part(c) + "],Q=[" + part(c) + "," +
         part(a) + "," + part(b) + "])";
}

/// For hunts (recorded_form.hpp).
const char* const kUsualResponse = R"(noise_parameter = {from = 0.01, to = 0.99}
num_buckets = {from = 2, to = 10, integer = true}
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}])";
const char* const kUsualPair = R"(epsilon = {from = 0.001, to = 10, scale = "log"}
delta = [0, {from = 1e-12, to = 1e-3, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}])";
const char* const kUsualLaplace = R"(parameter = {from = 0.01, to = 5, scale = "log"}
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}])";

MechanismEntry randomized_response_entry() {
  return {.name = "randomized_response",
          .required = {"epsilon"},
          .optional = {"k", "relation"},
          .summary =
              "k-ary randomized response (k = 2 unless given); relation=replace_special: against "
              "the uniform law",
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
          .standing = {
              PairSide::both,
              "one input exchanged for another; with replace_special for one answered uniformly",
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
      .standing = {PairSide::both, "any, of all that is (epsilon, delta)-private",
                   "Kairouz, Oh, Viswanath 2015"},
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
          .standing = {PairSide::both, "any, of all that has these three parameters",
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
      .standing = {PairSide::both, kShiftedValues,
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
          .standing = log_concave_standing(kShiftedIntegers)};
}

MechanismEntry uniform_entry() {
  return {.name = "uniform",
          .required = {"width"},
          .optional = {"sensitivity"},
          .summary = "noise uniform on an interval against the same shifted",
          .make = [](const Parameters& q) { return uniform(positive(q, "width"), sensitivity(q)); },
          .order = order_of_uniform,
          .draw = draw_uniform,
          .symmetric = always_symmetric,
          .standing = log_concave_standing(kShiftedValues)};
}

MechanismEntry finite_entry() {
  return {.name = "finite",
          .required = {"P", "Q"},
          .optional = {},
          .summary = "P and Q given by lists of probabilities, P=[1/4,3/4]",
          .make = make_finite,
          .lists = {"P", "Q"},
          .draw = draw_finite,
          .standing = {PairSide::both, "the two data sets that P and Q are of", "by definition"}};
}

MechanismEntry perfectly_private_entry() {
  return {.name = "perfectly_private",
          .required = {},
          .optional = {},
          .summary = "the output does not depend on the record",
          .make = [](const Parameters&) { return perfectly_private(); },
          .symmetric = always_symmetric,
          .standing = {PairSide::both, "any", "by definition"}};
}

MechanismEntry blatantly_non_private_entry() {
  return {.name = "blatantly_non_private",
          .required = {},
          .optional = {},
          .summary = "the output shows the record",
          .make = [](const Parameters&) { return blatantly_non_private(); },
          .symmetric = always_symmetric,
          .standing = {PairSide::both, "any", "by definition"}};
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
  if (make == make_finite) return ChannelRows{q.lists.at("P"), q.lists.at("Q")};
  if (make == make_randomized_response) {
    const Rational k = value_of(q, "k").value_or(Rational(2));
    return ResponseChannel{q.at("epsilon"), std::lround(k.approximate())};
  }
  if (make == make_total_variation_dp && q.at("delta").is_zero()) {
    return ErasureChannel{q.at("epsilon"), q.at("eta")};
  }
  return std::nullopt;
}

}  // namespace plumbline
