/// bounded-range: several runs of mechanisms of bounded range, at the worst t of all.
#include <memory>
#include <stdexcept>

#include "app/commands/commands.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {
namespace {

struct RangeArguments {
  CommonOptions common;
  std::string range, runs = "1";
  std::vector<std::string> epsilons, deltas;
};

const TextLayout kRangeText = {
    {"heading", "{runs} runs of mechanisms of bounded range {range}\n"},
    {"bounded-range",
     "{name} = {value}   {value.sharpness}, the worst that is fixed beforehand[, t about {t}], "
     "{value.seconds}{value.asked}\n"
     "  and within {adaptive} where runs may depend on the outputs before\n"}};

/// One question, answered for runs fixed beforehand and for adaptive ones.
struct RangeAnswer {
  Certified fixed, adaptive;
  std::optional<Rational> t;
};
struct RangeQuestion {
  std::string quantity, argument, at;
  std::function<RangeAnswer(const RangeRuns&, const Effort&)> compute;
};

RangeAnswer delta_at(const RangeRuns& runs, const Rational& epsilon, const Effort& effort) {
  const WorstRange worst = worst_fixed_range(runs, epsilon, effort);
  return {worst.fixed, worst_adaptive_range(runs, epsilon, worst, effort), worst.t};
}

RangeAnswer epsilon_at(const RangeRuns& runs, const Rational& delta, const Effort& effort) {
  const WorstRangeEpsilon worst = worst_range_epsilon(runs, delta, effort);
  return {worst.fixed, worst.adaptive, worst.t};
}

std::vector<RangeQuestion> range_questions(const RangeArguments& arguments) {
  std::vector<RangeQuestion> out;
  for (const Rational& x : read_values("epsilon", arguments.epsilons)) {
    out.push_back({"delta", "epsilon", x.text(), [x](const RangeRuns& runs, const Effort& effort) {
                     return delta_at(runs, x, effort);
                   }});
  }
  for (const Rational& x : read_values("delta", arguments.deltas)) {
    out.push_back({"epsilon", "delta", x.text(), [x](const RangeRuns& runs, const Effort& effort) {
                     return epsilon_at(runs, x, effort);
                   }});
  }
  if (out.empty()) throw std::invalid_argument("give --epsilon or --delta: what is asked");
  return out;
}

/// Enough of t to ask about it: `exponential_mechanism(epsilon=,t=)`.
std::string rough_text(const Rational& t) { return decimal_nearest(t, 6).text(); }

struct RangeRequest {
  const CommonOptions& common;
  RangeRuns runs;
  std::vector<RangeQuestion> questions;
  Watch& watch;
};

std::string name_of(const RangeQuestion& question) {
  return question.quantity + "(" + question.argument + "=" + question.at + ")";
}

/// What holds without a computation.
RangeAnswer certain(const RangeQuestion& question) {
  const Certified value = certain_before(required_quantity(question.quantity), "");
  return {value, value, std::nullopt};
}

void give_range(const RangeRequest& request, size_t i, const RangeAnswer& found, double seconds,
                AnswerWriter& answers) {
  const RangeQuestion& question = request.questions[i];
  const int digits = request.common.digits;
  AnswerBuilder out("bounded-range");
  out.aside("name", name_of(question))
      .add("quantity", "bounded_range_" + question.quantity)
      .add("range", request.runs.range.text())
      .add("runs", request.runs.runs.text())
      .add("at", text_fields({{question.argument, question.at}}))
      .add("value", EnclosedValue{found.fixed, digits, seconds});
  if (found.t) out.add("t", rough_text(*found.t));
  out.add("adaptive", EnclosureEnds{found.adaptive, digits, false});
  answers.give(out);
}

Refining<RangeAnswer> refining(const RangeRequest& request, const RangeQuestion& question) {
  return {
      [&](const Effort& step) { return question.compute(request.runs, step); },
      [](const RangeAnswer& found) { return found.fixed.reached(); },
      [](const RangeAnswer& found, int digits) {
        return RangeAnswer{judged(found.fixed, digits), judged(found.adaptive, digits), found.t};
      },
      nullptr, [](const RangeAnswer& found) { return digits_of(found.fixed); }};
}

/// The i-th question; where the command must end within it, those that follow have their lines too.
void answer_range(const RangeRequest& request, size_t i, AnswerWriter& answers) {
  const Stopwatch clock;
  const RangeQuestion& question = request.questions[i];
  const auto otherwise = [&](const RangeAnswer& best) {
    return [&, best] {
      give_range(request, i, best, clock.seconds(), answers);
      for (size_t k = i + 1; k < request.questions.size(); ++k) {
        give_range(request, k, certain(request.questions[k]), 0, answers);
      }
      return answers.finish();
    };
  };
  RangeAnswer found = certain(question);
  try {
    Watch::Work work(request.watch, name_of(question), otherwise(found));
    Refining<RangeAnswer> how = refining(request, question);
    how.so_far = [&](const RangeAnswer& best) { work.otherwise(otherwise(best)); };
    found = refine_whole(how, request.watch.effort(request.questions.size() - i));
  } catch (const Interrupted&) {              // before anything was known
  } catch (const std::invalid_argument& e) {  // the other values are answered all the same
    return answers.refuse(e.what());
  }
  give_range(request, i, found, clock.seconds(), answers);
}

int run_bounded_range(const RangeArguments& arguments) {
  std::vector<RangeQuestion> questions = range_questions(arguments);
  const RangeRuns runs{read_value("range", arguments.range), read_value("runs", arguments.runs)};
  require_runs(runs);
  AnswerWriter answers(format_of(arguments.common.format), kRangeText);
  Watch watch(arguments.common, questions.size() == 1);
  const RangeRequest request{arguments.common, runs, std::move(questions), watch};
  answers.give(AnswerBuilder("heading")
                   .add("runs", runs.runs.text())
                   .add("range", runs.range.text())
                   .for_people());
  for (size_t i = 0; i < request.questions.size(); ++i) answer_range(request, i, answers);
  return answers.finish();
}

}  // namespace

void add_bounded_range_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<RangeArguments>();
  Command* command = app.add_subcommand(
      "bounded-range",
      "compose exponential mechanisms (bounded range) at their worst t, fixed or adaptive");
  command
      ->add_option("--range", a->range,
                   "length of the interval that holds the losses of a run (its epsilon)")
      ->required();
  command->add_option("--runs", a->runs, "number of runs")->capture_default_str();
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", a->epsilons, "delta at these epsilons, or ranges lo:hi:count");
  list("delta", a->deltas, "epsilon at these deltas in (0, 1)");
  add_output_options(*command, a->common, 1000, "then the best enclosure is printed");
  command->footer("Example: plumbline bounded-range --range 0.1 --runs 100 --delta 1e-6");
  command->callback([a, &exit_code] { exit_code = run_bounded_range(*a); });
}

}  // namespace plumbline
