/// bounded-range: epsilon or delta of several runs of mechanisms of bounded range. The result holds for their worst
/// pair of distributions, which depends on a parameter t.
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/composition/runs_of_a_class.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/session.hpp"

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

/// Returns the parameter t of the worst pair to 6 digits. These are enough for a query about
/// `exponential_mechanism(epsilon=,t=)`.
std::string rough_text(const Rational& t) { return decimal_nearest(t, 6).text(); }

struct RangeRequest {
  const CommonOptions& common;
  Rational range, runs;
  std::vector<Query> questions;
  Watch& watch;
  Session session{};
};

/// Returns the requested quantity: epsilon if the argument of the question is delta, else delta.
std::string asked_of(const Query& question) {
  return question.at.front().first == "delta" ? "epsilon" : "delta";
}

std::string name_of(const Query& question) {
  const auto& [argument, at] = question.at.front();
  return asked_of(question) + "(" + argument + "=" + at + ")";
}

void give_range(const RangeRequest& request, size_t i, const Answer& found, double seconds,
                AnswerWriter& answers) {
  const Query& question = request.questions[i];
  const int digits = request.common.digits;
  AnswerBuilder out("bounded-range");
  out.aside("name", name_of(question))
      .add("quantity", "bounded_range_" + asked_of(question))
      .add("range", request.range.text())
      .add("runs", request.runs.text())
      .add("at", text_fields(question.at))
      .add("value", EnclosedValue{found.value, digits, seconds});
  if (found.place) out.add("t", rough_text(*found.place->least()));
  out.add("adaptive", EnclosureEnds{found.values.front().value, digits, false});
  answers.give(out);
}

/// Answers the i-th question. If the command must end during this question, writes lines for the later questions,
/// too.
void answer_range(RangeRequest& request, size_t i, AnswerWriter& answers) {
  const Stopwatch clock;
  const Query& question = request.questions[i];
  const auto otherwise = [&](const Answer& best) {
    return [&, best] {
      give_range(request, i, best, clock.seconds(), answers);
      for (size_t k = i + 1; k < request.questions.size(); ++k) {
        give_range(request, k, request.session.certain(request.questions[k]), 0, answers);
      }
      return answers.finish();
    };
  };
  try {
    const Answer found = [&] {
      Watch::Work work(request.watch, name_of(question),
                       otherwise(request.session.certain(question)));
      return request.session.answer(question, request.watch.effort(request.questions.size() - i),
                                    [&](const Answer& best) { work.otherwise(otherwise(best)); });
    }();
    give_range(request, i, found, clock.seconds(), answers);
  } catch (const std::invalid_argument& e) {  // the other values are still answered
    answers.refuse(e.what());
  }
}

/// Returns a question for each argument. Its mechanism is the composition of all runs.
std::vector<Query> range_questions(const RangeArguments& arguments, const Rational& range,
                                   const Rational& runs) {
  Query query{.quantity = "bounded_range",
              .mechanism = "exponential_mechanism(epsilon=" + range.text() + ")^" + runs.text(),
              .digits = arguments.common.digits};
  std::vector<Query> out;
  const auto ask = [&](const std::string& name, const std::vector<std::string>& texts) {
    for (const Rational& x : read_values(name, texts)) {
      query.at = {{name, x.text()}};
      out.push_back(query);
    }
  };
  ask("epsilon", arguments.epsilons);
  ask("delta", arguments.deltas);
  if (out.empty()) throw std::invalid_argument("give --epsilon or --delta, the argument");
  return out;
}

int run_bounded_range(const RangeArguments& arguments) {
  const Rational range = read_value("range", arguments.range),
                 runs = read_value("runs", arguments.runs);
  require_runs({range, runs});
  std::vector<Query> questions = range_questions(arguments, range, runs);
  AnswerWriter answers(format_of(arguments.common.format), kRangeText);
  Watch watch(arguments.common, questions.size() == 1);
  RangeRequest request{arguments.common, range, runs, std::move(questions), watch};
  answers.give(
      AnswerBuilder("heading").add("runs", runs.text()).add("range", range.text()).for_people());
  for (size_t i = 0; i < request.questions.size(); ++i) answer_range(request, i, answers);
  return answers.finish();
}

}  // namespace

void add_bounded_range_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<RangeArguments>();
  Command* command =
      app.add_subcommand("bounded-range",
                         "compose mechanisms of bounded range (such as exponential mechanisms), "
                         "fixed in advance or chosen adaptively, for their worst pairs");
  command
      ->add_option("--range", a->range,
                   "length of the interval that contains the losses of a run (the run's epsilon)")
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
