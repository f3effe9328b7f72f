/// divergence: how far the Bayes error of one mechanism exceeds that of another, in both orders.
#include <fmt/core.h>

#include <memory>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/answered_ends.hpp"
#include "reference/questions/canonical.hpp"
#include "reference/questions/session.hpp"
#include "reference/values/larger.hpp"

namespace plumbline {
namespace {

/// The text layout. Its lines about perfect privacy and blatant non-privacy follow Kaissis et al. 2024, Lemmas 3 to 5.
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
  Query query;  ///< Delta(M1 || M2)
  const CommonOptions& common;
  Watch& watch;
  Session session{};
};

std::string called(bool swapped) { return swapped ? "Delta(M2 || M1)" : "Delta(M1 || M2)"; }

Query query_of(const DivergenceRequest& request, bool swapped) {
  Query out = request.query;
  if (swapped) std::swap(out.mechanism, out.other);
  return out;
}

void give_divergence(const DivergenceRequest& request, bool swapped, const Answer& d,
                     double seconds, AnswerWriter& answers) {
  const Query query = query_of(request, swapped);
  const bool weighted = !query.option("hyperprior").empty();
  const bool perfect = !weighted && query.mechanism == "perfectly_private()",
             blatant = !weighted && query.other == "blatantly_non_private()";
  answers.give(
      value_answer({"divergence", "prior", place_text(d, query.digits), query.mechanism,
                    query.other, direction_name(query.direction)},
                   {d.value, query.digits, seconds}, called(swapped))
          .aside("prior", EnclosureEnds{*d.place, kPriorDigits})
          .aside("from_perfect", perfect)
          .aside("to_blatant", blatant)
          .aside("one_sided_extreme", (perfect || blatant) && query.direction != Direction::worst));
}

Certified answer_divergence(DivergenceRequest& request, bool swapped, AnswerWriter& answers) {
  const Query query = query_of(request, swapped);
  const Stopwatch watch;
  // If the command must end, also prints a line for the second divergence if its computation has not begun.
  const auto otherwise = [&](const Answer& best) {
    return [&, best] {
      give_divergence(request, swapped, best, watch.seconds(), answers);
      if (!swapped) {
        give_divergence(request, true, request.session.certain(query_of(request, true)), 0,
                        answers);
      }
      return answers.finish();
    };
  };
  const Answer d = [&] {
    Watch::Work work(request.watch, called(swapped), otherwise(request.session.certain(query)));
    return request.session.answer(query, request.watch.effort(swapped ? 1 : 2),
                                  [&](const Answer& best) { work.otherwise(otherwise(best)); });
  }();
  give_divergence(request, swapped, d, watch.seconds(), answers);
  if (request.common.explain) fmt::print(stderr, "{}\n", d.explanation);
  return d.value;
}

/// Returns the question of the command in canonical form.
Query divergence_query(const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  Query out{.quantity = "divergence",
            .mechanism = arguments.mechanism,
            .other = Composition::parse(arguments.other).expression(),
            .direction = direction_of(common.direction),
            .digits = common.digits,
            .engine = common.engine};
  if (arguments.hyperprior != "none") out.options = {{"hyperprior", arguments.hyperprior}};
  return canonical(out);
}

int run_divergence(const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kDivergenceText);
  Watch watch(common, true);
  DivergenceRequest request{divergence_query(arguments), common, watch};
  answers.give(AnswerBuilder("heading")
                   .add("first", request.query.mechanism)
                   .add("second", request.query.other)
                   .add("direction", direction_name(request.query.direction))
                   .add("hyperprior", request.query.option("hyperprior"))
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
