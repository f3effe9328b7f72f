/// bounded-range: several runs of mechanisms of bounded range, at the worst t of all.
#include <memory>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/guarded.hpp"
#include "app/values.hpp"
#include "app/watch.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"

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

void give_range(const RangeArguments& arguments, const RangeRuns& runs,
                const RangeQuestion& question, Watch& watch, AnswerWriter& answers) {
  const Stopwatch clock;
  const std::string name = question.quantity + "(" + question.argument + "=" + question.at + ")";
  try {
    std::optional<RangeAnswer> found;
    {
      const Watch::Work work(watch, name, [&answers] { return answers.finish(); });
      found = question.compute(runs, watch.effort());
    }
    const int digits = arguments.common.digits;
    AnswerBuilder out("bounded-range");
    out.aside("name", name)
        .add("quantity", "bounded_range_" + question.quantity)
        .add("range", runs.range.text())
        .add("runs", runs.runs.text())
        .add("at", text_fields({{question.argument, question.at}}))
        .add("value", EnclosedValue{found->fixed, digits, clock.seconds()});
    if (found->t) out.add("t", rough_text(*found->t));
    out.add("adaptive", EnclosureEnds{found->adaptive, digits, false});
    answers.give(out);
  } catch (const std::invalid_argument& e) {  // the other values are answered all the same
    answers.refuse(e.what());
  }
}

int run_bounded_range(const RangeArguments& arguments) {
  const std::vector<RangeQuestion> questions = range_questions(arguments);
  const RangeRuns runs{read_value("range", arguments.range), read_value("runs", arguments.runs)};
  require_runs(runs);
  return guarded(format_of(arguments.common.format), kRangeText, [&](AnswerWriter& answers) {
    Watch watch(arguments.common, questions.size() == 1);
    answers.give(AnswerBuilder("heading")
                     .add("runs", runs.runs.text())
                     .add("range", runs.range.text())
                     .for_people());
    for (const RangeQuestion& question : questions) {
      give_range(arguments, runs, question, watch, answers);
    }
  });
}

}  // namespace

void add_bounded_range_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<RangeArguments>();
  Command* command = app.add_subcommand(
      "bounded-range", "several exponential mechanisms, at the worst t of all, fixed or adaptive");
  command
      ->add_option("--range", a->range,
                   "the losses of each run lie in an interval of this length: its epsilon")
      ->required();
  command->add_option("--runs", a->runs, "how many runs")->capture_default_str();
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", a->epsilons, "delta at these epsilons, or ranges lo:hi:count");
  list("delta", a->deltas, "epsilon at these deltas in (0, 1)");
  add_output_options(*command, a->common, 1000, "then the program gives up");
  command->footer("Example: plumbline bounded-range --range 0.1 --runs 100 --delta 1e-6");
  command->callback([a, &exit_code] { exit_code = run_bounded_range(*a); });
}

}  // namespace plumbline
