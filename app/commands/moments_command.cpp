/// moments, renyi: quantities that follow from the moments of the loss.
#include <memory>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/moments_words.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/session.hpp"

namespace plumbline {
namespace {

/// The layout of an infinite value, which has no digits, engine or time.
const char* const kInfiniteLine = "{name} = {value}\n";

const TextLayout kMomentsText = {
    {"heading", "[{?second}\n]{mechanism}, loss under {law} ({direction})\n"},
    {"value", kValueLine},
    {"infinite", kInfiniteLine}};

/// Returns the record of an infinite moment or divergence. Its JSON object contains `upper` before `lower`.
AnswerRecord infinite_record(const ValueRequest& request, int digits,
                             const std::string& name = "") {
  AnswerRecord out = value_answer(request, {Extended::infinity(""), digits}, name);
  out.kind = "infinite";
  out.fields.back().for_people = true;
  for (const char* end : {"upper", "lower"}) out.fields.push_back({end, {std::string("inf")}});
  out.fields.push_back({"reached", {true}});
  return out;
}

struct MomentsRequest {
  const Composition& composition;
  const CommonOptions& common;
  Watch& limit;
  bool both;                 ///< true if both directions are requested
  const std::string& shown;  ///< the mechanism as printed in headings
  Session session{};
};

/// Returns the label of a moment: "sum of v3 of the steps", "cumulant 2".
std::string called_moment(const std::string& name) {
  if (name.starts_with("sum_")) return "sum of " + name.substr(4) + " of the steps";
  if (name.starts_with("cumulant")) return "cumulant " + name.substr(8);
  return name;
}

void give_moments(const MomentsRequest& request, bool reverse, const Answer& m, double seconds,
                  AnswerWriter& answers) {
  const int digits = request.common.digits;
  const std::string mechanism = request.composition.expression();
  const auto of = [&](const std::string& functional) {
    return ValueRequest{"moments", "functional", functional,
                        mechanism, "",           reverse ? "reverse" : "forward"};
  };
  if (is_infinite(m)) {
    return answers.give(infinite_record(of("all"), digits, "every moment"));
  }
  answers.give(value_answer(of("v1"), {m.alone.value_or(m.value), digits, seconds}, "v1"));
  for (const NamedValue& one : m.values) {
    answers.give(value_answer(of(one.name), {one.value, digits, seconds}, called_moment(one.name)));
  }
}

/// Writes the moments of one direction; `left` is the number of remaining directions, including this one.
void answer_moments(MomentsRequest& request, bool reverse, size_t left, AnswerWriter& answers) {
  const auto give_heading = [&](bool second) {
    answers.give(AnswerBuilder("heading")
                     .add("second", second && request.both)
                     .add("mechanism", request.shown)
                     .add("law", second ? "Q" : "P")
                     .add("direction", second ? "reverse" : "forward")
                     .for_people());
  };
  give_heading(reverse);
  const Stopwatch watch;
  Query query{.quantity = "moments",
              .mechanism = request.composition.expression(),
              .direction = reverse ? Direction::reverse : Direction::forward,
              .digits = request.common.digits};
  const auto otherwise = [&](const Answer& best) {
    return [&, best] {
      give_moments(request, reverse, best, watch.seconds(), answers);
      if (left > 1) {
        give_heading(true);
        give_moments(request, true, request.session.certain(query), 0, answers);
      }
      return answers.finish();
    };
  };
  const Answer found = [&] {
    Watch::Work work(request.limit, "moments", otherwise(request.session.certain(query)));
    return request.session.answer(query, request.limit.effort(left),
                                  [&](const Answer& best) { work.otherwise(otherwise(best)); });
  }();
  give_moments(request, reverse, found, watch.seconds(), answers);
}

int run_moments(const MomentsArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kMomentsText);
  const Composition composition = Composition::parse(arguments.mechanism);
  Watch limit(common, true);
  const Direction direction = direction_of(common.direction);
  const bool both = direction == Direction::worst;
  const std::string shown = mechanism_heading(arguments.mechanism, composition.expression());
  for (const bool reverse : {false, true}) {
    if (!both && reverse != (direction == Direction::reverse)) continue;
    MomentsRequest request{composition, common, limit, both, shown};
    answer_moments(request, reverse, both && !reverse ? 2 : 1, answers);
  }
  return answers.finish();
}

const TextLayout kRenyiText = {
    {"heading", "{mechanism}, {direction}\n"}, {"value", kValueLine}, {"infinite", kInfiniteLine}};

struct RenyiRequest {
  const CommonOptions& common;
  std::string direction;
  std::vector<Query> questions;
  Watch& limit;
  Session session{};
};

std::string order_of(const Query& question) { return question.at.front().second; }

/// Returns a question for each order. An order is a number or "inf".
std::vector<Query> renyi_questions(const RenyiArguments& arguments) {
  Query query{.quantity = "renyi",
              .mechanism = Composition::parse(arguments.mechanism).expression(),
              .direction = direction_of(arguments.common.direction),
              .digits = arguments.common.digits};
  std::vector<Query> out;
  const auto ask = [&](const std::string& order) {
    query.at = {{"order", order}};
    out.push_back(query);
  };
  for (const std::string& written : arguments.orders) {
    if (written == "inf") {
      ask(written);
      continue;
    }
    for (const Rational& order : read_values("order", {written})) ask(order.text());
  }
  return out;
}

void give_renyi(const RenyiRequest& request, size_t i, const Answer& value, double seconds,
                AnswerWriter& answers) {
  const Query& question = request.questions[i];
  const ValueRequest asked{"renyi", "order",          order_of(question), question.mechanism,
                           "",      request.direction};
  const int digits = request.common.digits;
  answers.give(is_infinite(value) ? infinite_record(asked, digits)
                                  : value_answer(asked, {value.value, digits, seconds}));
}

void answer_renyi(RenyiRequest& request, size_t i, AnswerWriter& answers) {
  const Query& question = request.questions[i];
  const Stopwatch watch;
  const auto otherwise = [&](const Answer& best) {
    return [&, best] {
      give_renyi(request, i, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.questions.size(); ++k) {
        give_renyi(request, k, request.session.certain(request.questions[k]), 0, answers);
      }
      return answers.finish();
    };
  };
  const Answer value = [&] {
    Watch::Work work(request.limit, "renyi(order=" + order_of(question) + ")",
                     otherwise(request.session.certain(question)));
    return request.session.answer(question, request.limit.effort(request.questions.size() - i),
                                  [&](const Answer& best) { work.otherwise(otherwise(best)); });
  }();
  give_renyi(request, i, value, watch.seconds(), answers);
}

int run_renyi(const RenyiArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kRenyiText);
  const Direction direction = direction_of(common.direction);
  Watch limit(common, arguments.orders.size() == 1);
  RenyiRequest request{common, direction_name(direction), renyi_questions(arguments), limit};
  const std::string mechanism = Composition::parse(arguments.mechanism).expression();
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", mechanism_heading(arguments.mechanism, mechanism))
                   .add("direction", request.direction)
                   .for_people());
  for (size_t i = 0; i < request.questions.size(); ++i) answer_renyi(request, i, answers);
  return answers.finish();
}

}  // namespace

Command* add_moments_words(Command& app, MomentsArguments& arguments, const std::string& before,
                           const std::string& after) {
  Command* command = app.add_subcommand(
      "moments",
      "moments of the privacy loss (v1 to v4, eta, cumulants), under P (forward) and Q (reverse)");
  command->add_option("mechanism", arguments.mechanism, "mechanism expression")->required();
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "moments 'subsampled_gaussian(sigma=2,p=9e-4)^1400000'" + after);
  return command;
}

Command* add_renyi_words(Command& app, RenyiArguments& arguments, const std::string& before,
                         const std::string& after) {
  Command* command = app.add_subcommand("renyi", "Renyi divergence of any order greater than 0");
  command->add_option("mechanism", arguments.mechanism, "mechanism expression")->required();
  command->add_option("--order", arguments.orders, "orders (exact), ranges lo:hi:count, or inf")
      ->required()
      ->expected(1, -1)
      ->delimiter(',');
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "renyi 'subsampled_gaussian(sigma=1,p=0.01)^10000' --order 1 2 8.5" + after);
  return command;
}

void add_moments_commands(Command& app, int& exit_code) {
  const auto m = std::make_shared<MomentsArguments>();
  add_moments_words(app, *m)->callback([m, &exit_code] { exit_code = run_moments(*m); });
  const auto r = std::make_shared<RenyiArguments>();
  add_renyi_words(app, *r)->callback([r, &exit_code] { exit_code = run_renyi(*r); });
}

}  // namespace plumbline
