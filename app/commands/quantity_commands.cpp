#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/event_pair.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/engine_names.hpp"
#include "reference/questions/registry.hpp"
#include "reference/questions/session.hpp"
#include "verify/claims/reading/event_expression.hpp"
#include "verify/records/answer_record.hpp"

namespace plumbline {
namespace {

/// The text layout. `one_sided` is a note that the answer holds in a single direction, because the trade-off function
/// may be asymmetric.
const TextLayout kQuantityText = {
    {"heading", "{mechanism}, {direction}\n[  {event}\n]"},
    {"value", std::string(kValueLine) + "[  {one_sided}\n][  {no_loss}\n]"},
    {"infinite", "{name} = {value}: {why}\n"}};

struct QuantityRequest {
  const Quantity& quantity;
  const CommonOptions& common;
  Query query;  ///< the query without its argument
  Watch& watch;
  bool as_attack;  ///< true if the user calls the quantity tpr and its argument fpr
  std::vector<Real> points;
  /// For an event of dp-accounting, a text: whether the pair dominates the event, or is attained. Otherwise empty.
  std::string side;
  Session session{};
};

void explain(const QuantityRequest& request, const Answer& answer) {
  if (!request.common.explain) return;
  if (request.common.engine == "auto") fmt::print(stderr, "{}\n", plan_of(request.query));
  fmt::print(stderr, "{}\n", answer.explanation);
}

/// Returns the question about one point.
Query query_at(const QuantityRequest& request, const Real& at) {
  Query out = request.query;
  if (!request.quantity.arguments.empty()) out.at = {{request.quantity.argument(), at.text()}};
  return out;
}

std::string called(const QuantityRequest& request, const Real& at) {
  if (request.as_attack) return "tpr(fpr=" + at.text() + ")";
  const std::string argument = request.quantity.argument(), &name = request.quantity.name;
  return argument.empty() ? name : name + "(" + argument + "=" + at.text() + ")";
}

/// Returns the JSON record of format version 2.
std::string record_of(const QuantityRequest& request, const Real& at, const Answer& answer,
                      double seconds) {
  RecordContext more{.seconds = seconds};
  if (request.as_attack) more.context.emplace_back("asked_as", "tpr");
  if (!request.side.empty()) more.context.emplace_back("pair", request.side);
  using Json = nlohmann::ordered_json;
  return answer_record(query_at(request, at), answer, more)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns the record of an infinite value, which has no digits, engine or time.
AnswerRecord infinite_record(const QuantityRequest& request, const ValueRequest& asked,
                             const Answer& answer) {
  AnswerRecord out = value_answer(asked, {Extended::infinity(""), request.common.digits});
  out.kind = "infinite";
  out.fields.back().for_people = true;
  for (const char* end : {"lower", "upper"}) out.fields.push_back({end, {std::string("inf")}});
  out.fields.push_back({"reached", {true}});
  out.fields.push_back({"why", {why_infinite(answer)}, true});
  return out;
}

void give_value(const QuantityRequest& request, const Real& at, const Answer& answer,
                double seconds, AnswerWriter& answers) {
  const Quantity& quantity = request.quantity;
  const bool second = request.common.format.json_version == 2;
  if (is_infinite(answer) && second) {
    answers.give(AnswerBuilder("value").json(record_of(request, at, answer, seconds)));
    return;
  }
  const Direction direction = request.query.direction;
  const ValueRequest asked{quantity.name,
                           quantity.argument(),
                           at.text(),
                           request.query.mechanism,
                           "",
                           direction_name(direction)};
  if (is_infinite(answer)) return answers.give(infinite_record(request, asked, answer));
  const std::string note = direction == Direction::worst ? "" : quantity.words.one_sided;
  AnswerBuilder out =
      value_answer(asked, {answer.value, request.common.digits, seconds}, called(request, at));
  if (!request.side.empty()) out.add("pair", request.side);
  if (second) out.json(record_of(request, at, answer, seconds));
  answers.give(out.aside("one_sided", note));
}

/// Prints the answers if the command must end during a value: the best answer so far, and trivial bounds for the
/// values that were not begun. Returns the exit code.
int give_rest(QuantityRequest& request, size_t i, const Answer& best, double seconds,
              AnswerWriter& answers) {
  give_value(request, request.points[i], best, seconds, answers);
  for (++i; i < request.points.size(); ++i) {
    const Real& at = request.points[i];
    give_value(request, at, request.session.certain(query_at(request, at)), 0, answers);
  }
  return answers.finish();
}

/// Returns true if the rate of an attack is invalid, and reports it under the name that the user wrote.
bool is_refused_rate(const QuantityRequest& request, const Real& at, AnswerWriter& answers) {
  const auto rate = at.rational();
  const bool fine = rate && rate->sign() >= 0 && *rate <= Rational(1);
  if (!request.as_attack || fine) return false;
  answers.refuse("fpr must be in [0, 1], got " + at.text());
  return true;
}

void answer_at(QuantityRequest& request, size_t i, AnswerWriter& answers) {
  const Real& at = request.points[i];
  if (is_refused_rate(request, at, answers)) return;
  const Effort effort = request.watch.effort(request.points.size() - i);
  const Stopwatch watch;
  const Query query = query_at(request, at);
  const auto otherwise = [&](const Answer& best) {
    return [&request, &watch, &answers, i, best] {
      return give_rest(request, i, best, watch.seconds(), answers);
    };
  };
  try {
    const Answer answer = [&] {
      Watch::Work work(request.watch, called(request, at),
                       otherwise(request.session.certain(query)));
      return request.session.answer(query, effort,
                                    [&](const Answer& best) { work.otherwise(otherwise(best)); });
    }();
    give_value(request, at, answer, watch.seconds(), answers);
    if (!is_infinite(answer)) explain(request, answer);
  } catch (const std::invalid_argument& e) {  // the other values are still answered
    answers.refuse(e.what());
  }
}

/// Parses the points of the argument, which is the option --fpr if `as_attack`.
std::vector<Real> points_of(const Quantity& quantity, const std::vector<std::string>& texts,
                            bool as_attack) {
  if (quantity.arguments.empty()) return {Real(Rational(0))};
  const ArgumentEntry& argument = quantity.arguments.front();
  // any_real is false for delta, because claims and case files contain only rational deltas. Commands accept any real
  // delta.
  const bool any_real = argument.any_real || quantity.reading == Reading::epsilon;
  if (any_real) return read_reals(argument.name, texts);
  const std::vector<Rational> points = read_values(as_attack ? "fpr" : argument.name, texts);
  return {points.begin(), points.end()};
}

int run_quantity(const Quantity& quantity, const QuantityArguments& arguments,
                 bool as_attack = false) {
  const Stopwatch clock;
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kQuantityText);
  const EventMechanism mechanism = mechanism_with_pair(arguments);
  const Composition composition = Composition::parse(mechanism.expression);
  const Direction direction =
      quantity.forward_only() ? Direction::forward : direction_asked(arguments);
  std::vector<Real> points = points_of(quantity, arguments.at, as_attack);
  Watch watch(common, points.size() == 1, {}, clock);
  EventPair pair;
  if (mechanism.pair.hypotheses) pair = event_pair(mechanism.pair);
  QuantityRequest request{quantity,
                          common,
                          {.quantity = quantity.name,
                           .mechanism = composition.expression(),
                           .direction = direction,
                           .digits = common.digits,
                           .engine = common.engine},
                          watch,
                          as_attack,
                          std::move(points),
                          pair.side};
  request.session.provide(composition);
  answers.give(
      AnswerBuilder("heading")
          .add("mechanism", mechanism_heading(arguments.mechanism, request.query.mechanism))
          .add("direction", direction_name(direction))
          .add("event", pair.words)
          .for_people());
  for (size_t i = 0; i < request.points.size(); ++i) answer_at(request, i, answers);
  return answers.finish();
}

}  // namespace

void add_quantity_commands(Command& app, int& exit_code) {
  for (const Quantity* quantity : profile_quantities()) {
    const auto arguments = std::make_shared<QuantityArguments>();
    Command* command = add_quantity_words(app, *quantity, *arguments);
    add_json_version(*command, arguments->common.format);
    command->callback(
        [quantity, arguments, &exit_code] { exit_code = run_quantity(*quantity, *arguments); });
  }
}

void add_tpr_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<QuantityArguments>();
  Command* command = app.add_subcommand(
      "tpr", "largest TPR of a membership attack at each FPR: power, in an attacker's words");
  add_mechanism_words(*command, *a);
  command
      ->add_option("--fpr", a->at,
                   "false positive rates: numbers (exact: 0.1 is 1/10), ranges lo:hi:count or "
                   "lo:hi:count:log")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_common_options(*command, a->common, true);
  add_json_version(*command, a->common.format);
  command->footer(
      "Example: plumbline tpr 'subsampled_gaussian(sigma=1,p=0.01)^10000' --fpr 1e-3 1e-2");
  command->callback(
      [a, &exit_code] { exit_code = run_quantity(required_quantity("power"), *a, true); });
}

}  // namespace plumbline
