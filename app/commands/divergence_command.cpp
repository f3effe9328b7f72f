/// divergence: how much a Bayes adversary gains from one mechanism over another, both ways.
#include <fmt/core.h>

#include <memory>

#include "app/commands/commands.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/hyperprior.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {
namespace {

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
  Divergence nothing;  ///< what is certain without a computation
};

std::string called(bool swapped) { return swapped ? "Delta(M2 || M1)" : "Delta(M1 || M2)"; }

void give_divergence(const DivergenceRequest& request, bool swapped, const Divergence& d,
                     double seconds, AnswerWriter& answers) {
  const PrivacyProfile& M = swapped ? request.second : request.first;
  const PrivacyProfile& other = swapped ? request.first : request.second;
  const int digits = request.common.digits;
  const std::string from = M.composition().expression(), to = other.composition().expression();
  const bool perfect = !request.weight && from == "perfectly_private()",
             blatant = !request.weight && to == "blatantly_non_private()";
  answers.give(
      value_answer(
          {"divergence", "prior", d.prior_text(digits), from, to, direction_name(M.direction())},
          {d.value, digits, seconds}, called(swapped))
          .aside("prior", EnclosureEnds{d.certified_prior(), kPriorDigits})
          .aside("from_perfect", perfect)
          .aside("to_blatant", blatant)
          .aside("one_sided_extreme", (perfect || blatant) && M.direction() != Direction::worst));
}

Certified answer_divergence(DivergenceRequest& request, bool swapped, AnswerWriter& answers) {
  PrivacyProfile& M = swapped ? request.second : request.first;
  PrivacyProfile& other = swapped ? request.first : request.second;
  const Stopwatch watch;
  Divergence d = request.nothing;
  // Where the command must end: what is not begun has its line as well.
  const auto otherwise = [&](const Divergence& best) {
    return [&, best] {
      give_divergence(request, swapped, best, watch.seconds(), answers);
      if (!swapped) give_divergence(request, true, request.nothing, 0, answers);
      return answers.finish();
    };
  };
  try {
    Watch::Work work(request.watch, called(swapped), otherwise(d));
    d = refined_divergence(M, other, request.weight.get(), request.watch.effort(swapped ? 1 : 2),
                           [&](const Divergence& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // before anything was known
  }
  give_divergence(request, swapped, d, watch.seconds(), answers);
  if (request.common.explain) fmt::print(stderr, "{}\n", M.explain());
  return d.value;
}

int run_divergence(const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kDivergenceText);
  const Direction direction = direction_of(common.direction);
  const auto weight = Hyperprior::parse(arguments.hyperprior);
  Watch watch(common, true);
  PrivacyProfile first(Composition::parse(arguments.mechanism), direction, common.engine),
      second(Composition::parse(arguments.other), direction, common.engine);
  const Divergence nothing = certain_divergence(first, second, weight.get());
  DivergenceRequest request{std::move(first), std::move(second), weight, common, watch, nothing};
  answers.give(AnswerBuilder("heading")
                   .add("first", request.first.composition().expression())
                   .add("second", request.second.composition().expression())
                   .add("direction", direction_name(direction))
                   .add("hyperprior", weight ? weight->text() : "")
                   .for_people());
  const Certified forth = answer_divergence(request, false, answers),
                  back = answer_divergence(request, true, answers);
  answers.give(AnswerBuilder("larger")
                   .add("name", "max (metric, a Levy distance)")
                   .add("value", EnclosedValue{larger(forth, back), common.digits})
                   .for_people());
  return answers.finish();
}

}  // namespace

void add_divergence_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<QuantityArguments>();
  add_divergence_words(app, *arguments)->callback([arguments, &exit_code] {
    exit_code = run_divergence(*arguments);
  });
}

}  // namespace plumbline
