/// moments, renyi: what is read from the moments of the loss.
#include <memory>

#include "app/commands/commands.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/moments_words.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/comparison/refined_comparison.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/refined/refined.hpp"

namespace plumbline {
namespace {

/// The infinite has no digits, engine or time.
const char* const kInfiniteLine = "{name} = {value}\n";

const TextLayout kMomentsText = {
    {"heading", "[{?second}\n]{mechanism}, loss under {law} ({direction})\n"},
    {"value", kValueLine},
    {"infinite", kInfiniteLine}};

/// What is infinite: `upper` stands before `lower` in its objects.
AnswerRecord infinite_answer(const ValueRequest& request, const Extended& infinite, int digits,
                             const std::string& name = "") {
  AnswerRecord out = value_answer(request, {infinite, digits}, name);
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
  bool both;                 ///< directions are asked for
  const std::string& shown;  ///< the mechanism, in headings
};

void give_moments(const MomentsRequest& request, bool reverse, const Moments& m, double seconds,
                  AnswerWriter& answers) {
  const int digits = request.common.digits;
  const std::string mechanism = request.composition.expression();
  const auto of = [&](const std::string& functional) {
    return ValueRequest{"moments", "functional", functional,
                        mechanism, "",           reverse ? "reverse" : "forward"};
  };
  if (m.infinite()) return answers.give(infinite_answer(of("all"), m.v1, digits, "every moment"));
  const auto give = [&](const std::string& functional, const std::string& name, const Extended& x) {
    answers.give(value_answer(of(functional), {x, digits, seconds}, name));
  };
  const bool single = request.composition.single();
  give("v1", "v1", m.v1);
  give("v2", "v2", m.v2);
  give(single ? "v3" : "sum_v3", single ? "v3" : "sum of v3 of the steps", m.v3);
  give(single ? "v4" : "sum_v4", single ? "v4" : "sum of v4 of the steps", m.v4);
  const bool undefined = m.v2->value().is_exactly_zero();  // eta
  if (m.eta->value().is_finite() || !undefined) give("eta", "eta", m.eta);
  for (size_t n = 0; n < m.cumulants.size(); ++n) {
    const std::string order = std::to_string(n + 1);
    give("cumulant" + order, "cumulant " + order, m.cumulants[n]);
  }
}

/// Those of one direction, of as many as are to come.
void answer_moments(const MomentsRequest& request, bool reverse, size_t left,
                    AnswerWriter& answers) {
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
  const auto otherwise = [&](const Moments& best) {
    return [&, best] {
      give_moments(request, reverse, best, watch.seconds(), answers);
      if (left > 1) {
        give_heading(true);
        give_moments(request, true, certain_moments(), 0, answers);
      }
      return answers.finish();
    };
  };
  Moments found = certain_moments();
  try {
    Watch::Work work(request.limit, "moments", otherwise(found));
    found = refined_moments(request.composition, reverse, request.limit.effort(left),
                            [&](const Moments& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // before anything was known
  }
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
    answer_moments({composition, common, limit, both, shown}, reverse, both && !reverse ? 2 : 1,
                   answers);
  }
  return answers.finish();
}

const TextLayout kRenyiText = {
    {"heading", "{mechanism}, {direction}\n"}, {"value", kValueLine}, {"infinite", kInfiniteLine}};

/// One order of the Renyi divergence, "inf" or a number.
struct RenyiQuestion {
  std::string order;
  std::function<Extended(const Effort&)> compute;
};

std::vector<RenyiQuestion> renyi_questions(const Composition& composition, Direction direction,
                                           const std::vector<std::string>& orders) {
  std::vector<RenyiQuestion> out;
  for (const std::string& written : orders) {
    if (written == "inf") {
      out.push_back({written, [=](const Effort& effort) {
                       return max_divergence(composition, direction, effort);
                     }});
      continue;
    }
    for (const Rational& order : read_values("order", {written})) {
      out.push_back({order.text(), [=](const Effort& effort) {
                       return renyi(composition, order, direction, effort);
                     }});
    }
  }
  return out;
}

struct RenyiRequest {
  const CommonOptions& common;
  std::string mechanism, direction;
  std::vector<RenyiQuestion> questions;
  Watch& limit;
};

void give_renyi(const RenyiRequest& request, size_t i, const Extended& value, double seconds,
                AnswerWriter& answers) {
  const ValueRequest asked{"renyi",           "order", request.questions[i].order,
                           request.mechanism, "",      request.direction};
  const int digits = request.common.digits;
  answers.give(value.is_infinite() ? infinite_answer(asked, value, digits)
                                   : value_answer(asked, {value, digits, seconds}));
}

void answer_renyi(const RenyiRequest& request, size_t i, AnswerWriter& answers) {
  const Certified nothing = certain_renyi();
  const Stopwatch watch;
  const auto otherwise = [&](const Extended& best) {
    return [&, best] {
      give_renyi(request, i, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.questions.size(); ++k) {
        give_renyi(request, k, nothing, 0, answers);
      }
      return answers.finish();
    };
  };
  Extended value = nothing;
  try {
    Watch::Work work(request.limit, "renyi(order=" + request.questions[i].order + ")",
                     otherwise(value));
    value =
        refined(request.questions[i].compute, request.limit.effort(request.questions.size() - i),
                [&](const Extended& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // before anything was known
  }
  give_renyi(request, i, value, watch.seconds(), answers);
}

int run_renyi(const RenyiArguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kRenyiText);
  const Composition composition = Composition::parse(arguments.mechanism);
  const Direction direction = direction_of(common.direction);
  Watch limit(common, arguments.orders.size() == 1);
  const RenyiRequest request{common, composition.expression(), direction_name(direction),
                             renyi_questions(composition, direction, arguments.orders), limit};
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", mechanism_heading(arguments.mechanism, request.mechanism))
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
      "v1 to v4, eta and cumulants of the privacy loss under P (forward) and Q (reverse)");
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
