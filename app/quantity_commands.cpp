#include <fmt/core.h>

#include <memory>

#include "app/commands.hpp"
#include "app/quantity_arguments.hpp"
#include "app/value_answer.hpp"
#include "app/values.hpp"
#include "app/watch.hpp"
#include "reference/quantities/hyperprior.hpp"

namespace plumbline {
namespace {

/// With what an asymmetric pair changes about statements made for symmetric curves.
const TextLayout kQuantityText = {
    {"heading", "{mechanism}, {direction}\n"},
    {"value",
     std::string(kValueLine) +
         "[{?one_sided_advantage}  the same in every direction; the best level is a symmetric "
         "test's only for worst\n]"
         "[{?one_sided_balance}  R* = a* = f(a*) for every curve; it is R(1/2) only for symmetric "
         "ones\n]"}};

void explain(const CommonOptions& common, const PrivacyProfile& profile) {
  if (common.explain) fmt::print(stderr, "{}\n", profile.explain());
}

struct QuantityRequest {
  const QuantityEntry& quantity;
  const CommonOptions& common;
  PrivacyProfile profile;
  Watch& watch;
  bool as_attack;  ///< called tpr and fpr
};

/// What is certain without a computation.
Certified before_all(const QuantityEntry& quantity, const std::string& engine) {
  return quantity.name == "epsilon" ? nothing_known(engine) : any_probability(engine);
}

void answer_at(QuantityRequest& request, const Real& at, const Effort& effort,
               AnswerWriter& answers) {
  const QuantityEntry& quantity = request.quantity;
  const Direction direction = request.profile.direction();
  const ValueRequest asked{quantity.name,
                           quantity.argument,
                           at.text(),
                           request.profile.composition().expression(),
                           "",
                           direction_name(direction)};
  const std::string engine = request.profile.engine_name(), name = quantity.name,
                    called = request.as_attack ? "tpr(fpr=" + at.text() + ")" : "";
  const Stopwatch watch;
  const auto otherwise = [&] {
    const Certified nothing = before_all(quantity, engine);
    answers.give(value_answer(asked, {nothing, request.common.digits, watch.seconds()}, called));
    return answers.finish();
  };
  std::optional<Extended> value;
  try {
    const std::string where =
        quantity.argument.empty() ? "" : "(" + quantity.argument + "=" + at.text() + ")";
    const Watch::Work work(request.watch, called.empty() ? name + where : called, otherwise);
    value = quantity.compute(request.profile, at, effort);
  } catch (const std::invalid_argument& e) {  // the other values are answered all the same
    return answers.refuse(e.what());
  }
  if (value->is_infinite()) return answers.refuse(value->why());  // a number is asked for
  const bool one_sided = direction != Direction::worst;
  answers.give(
      value_answer(asked, {*value, request.common.digits, watch.seconds()}, called)
          .aside("one_sided_advantage", one_sided && name == "advantage")
          .aside("one_sided_balance", one_sided && (name == "minimax" || name == "fixed_point")));
  explain(request.common, request.profile);
}

std::vector<Real> points_of(const QuantityEntry& quantity, const std::vector<std::string>& texts) {
  if (quantity.argument.empty()) return {Real(Rational(0))};
  if (quantity.any_real) return read_reals(quantity.argument, texts);
  const std::vector<Rational> points = read_values(quantity.argument, texts);
  return {points.begin(), points.end()};
}

int run_quantity(const QuantityEntry& quantity, const QuantityArguments& arguments,
                 bool as_attack = false) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kQuantityText);
  const Composition composition = Composition::parse(mechanism_asked(arguments));
  const Direction direction =
      quantity.forward_only ? Direction::forward : parse_direction(common.direction);
  const std::vector<Real> points = points_of(quantity, arguments.at);
  Watch watch(common, points.size() == 1);
  QuantityRequest request{quantity, common, PrivacyProfile(composition, direction, common.engine),
                          watch, as_attack};
  const Effort effort = watch.effort();
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", composition.expression())
                   .add("direction", direction_name(direction))
                   .for_people());
  for (const Real& at : points) answer_at(request, at, effort, answers);
  return answers.finish();
}

/// The extremes in the words of Kaissis et al. 2024, Lemmas 3 to 5.
const TextLayout kDivergenceText = {
    {"heading", "M1 = {first}, M2 = {second}, {direction}[, hyperprior {hyperprior}]\n"},
    {"value",
     std::string(kValueLine) +
         "  the maximum is attained, up to its width, at some prior in {prior.lower} ... "
         "{prior.upper}\n"
         "[{?from_perfect}  from perfect privacy: TV/2 for every curve\n]"
         "[{?to_blatant}  to blatant non-privacy: R* = a* = f(a*) for every curve\n]"
         "[{?one_sided_extreme}  TV/2 + R* = 1/2 needs a symmetric curve (--direction worst); "
         "otherwise it is >= 1/2\n]"},
    {"larger", kValueLine}};
constexpr int kPriorDigits = 6;

struct DivergenceRequest {
  PrivacyProfile first, second;
  std::shared_ptr<const Hyperprior> weight;
  const CommonOptions& common;
  Watch& watch;
};

Certified answer_divergence(DivergenceRequest& request, bool swapped, const Effort& effort,
                            AnswerWriter& answers) {
  PrivacyProfile& M = swapped ? request.second : request.first;
  PrivacyProfile& other = swapped ? request.first : request.second;
  const Stopwatch watch;
  const Divergence d = [&] {
    const Watch::Work work(request.watch, swapped ? "Delta(M2 || M1)" : "Delta(M1 || M2)",
                           [&answers] { return answers.finish(); });
    return divergence(M, other, request.weight.get(), effort);
  }();
  const int digits = request.common.digits;
  const std::string from = M.composition().expression(), to = other.composition().expression();
  const bool perfect = !request.weight && from == "perfectly_private()",
             blatant = !request.weight && to == "blatantly_non_private()";
  answers.give(
      value_answer(
          {"divergence", "prior", d.prior_text(digits), from, to, direction_name(M.direction())},
          {d.value, digits, watch.seconds()}, swapped ? "Delta(M2 || M1)" : "Delta(M1 || M2)")
          .aside("prior", EnclosureEnds{d.certified_prior(), kPriorDigits})
          .aside("from_perfect", perfect)
          .aside("to_blatant", blatant)
          .aside("one_sided_extreme", (perfect || blatant) && M.direction() != Direction::worst));
  explain(request.common, M);
  return d.value;
}

int run_divergence(const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kDivergenceText);
  const Direction direction = parse_direction(common.direction);
  const auto weight = Hyperprior::parse(arguments.hyperprior);
  Watch watch(common, true);
  DivergenceRequest request{
      PrivacyProfile(Composition::parse(arguments.mechanism), direction, common.engine),
      PrivacyProfile(Composition::parse(arguments.other), direction, common.engine), weight, common,
      watch};
  const Effort effort = watch.effort();
  answers.give(AnswerBuilder("heading")
                   .add("first", request.first.composition().expression())
                   .add("second", request.second.composition().expression())
                   .add("direction", direction_name(direction))
                   .add("hyperprior", weight ? weight->text() : "")
                   .for_people());
  const Certified forth = answer_divergence(request, false, effort, answers),
                  back = answer_divergence(request, true, effort, answers);
  answers.give(AnswerBuilder("larger")
                   .add("name", "max (metric, a Levy distance)")
                   .add("value", EnclosedValue{larger(forth, back), common.digits})
                   .for_people());
  return answers.finish();
}

}  // namespace

void add_quantity_commands(Command& app, int& exit_code) {
  for (const QuantityEntry& quantity : quantity_registry()) {
    const auto arguments = std::make_shared<QuantityArguments>();
    add_quantity_words(app, quantity, *arguments)->callback([&quantity, arguments, &exit_code] {
      exit_code = run_quantity(quantity, *arguments);
    });
  }
}

void add_tpr_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<QuantityArguments>();
  Command* command = app.add_subcommand(
      "tpr", "largest TPR of a membership attack at each FPR: power, in an attacker's words");
  add_mechanism_words(*command, *a);
  command
      ->add_option("--fpr", a->at,
                   "false positive rates: numbers (exact: 0.1 is 1/10) or ranges lo:hi:count")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline tpr 'subsampled_gaussian(sigma=1,p=0.01)^10000' --fpr 1e-3 1e-2");
  command->callback(
      [a, &exit_code] { exit_code = run_quantity(find_quantity("power"), *a, true); });
}

void add_divergence_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<QuantityArguments>();
  add_divergence_words(app, *arguments)->callback([arguments, &exit_code] {
    exit_code = run_divergence(*arguments);
  });
}

}  // namespace plumbline
