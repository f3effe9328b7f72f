/// selection: a mechanism runs a random number of times, and the best output is released.
#include <map>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/quantities/selection/noisy_choice.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {
namespace {

struct SelectionArguments {
  CommonOptions common;
  std::string mechanism, runs, outcomes;
  bool larger_profile = false;
  std::vector<std::string> epsilons, deltas, orders;
};

const TextLayout kSelectionText = {
    {"heading",
     "[best of K runs of {mechanism}, K from {runs} of mean {mean}..., {direction}\n]"
     "[choice of at most {outcomes} outcomes, each within {noise}\n]"},
    {"selection",
     "{name} <= {value}   {value.sharpness}, upper bound for every {covered}, "
     "{value.engine}, {value.seconds}{value.asked}\n"
     "[  and at least {attained} for one of them\n]"}};

/// One question, and the function that computes its bound.
struct SelectionQuestion {
  std::string quantity, argument, at;
  std::function<SelectedValue(SelectionBounds&)> compute;
};

std::vector<SelectionQuestion> questions_of(const SelectionArguments& arguments) {
  std::vector<SelectionQuestion> out;
  for (const Real& x : read_reals("epsilon", arguments.epsilons)) {
    out.push_back({"delta", "epsilon", x.text(),
                   [x](SelectionBounds& selection) { return selection.delta(x); }});
  }
  for (const Rational& x : read_values("delta", arguments.deltas)) {
    out.push_back({"epsilon", "delta", x.text(),
                   [x](SelectionBounds& selection) { return selection.epsilon(x); }});
  }
  for (const Rational& x : read_values("order", arguments.orders)) {
    out.push_back({"renyi", "order", x.text(),
                   [x](SelectionBounds& selection) { return selection.renyi(x); }});
  }
  if (out.empty()) {
    throw std::invalid_argument("give --epsilon, --delta or --order: the argument of selection");
  }
  return out;
}

class SelectionAnswers {
 public:
  SelectionAnswers(const SelectionArguments& arguments, AnswerWriter& answers)
      : arguments_(arguments),
        answers_(answers),
        runs_(arguments.runs.empty() ? nullptr : RunLaw::parse(arguments.runs)),
        outcomes_(runs_ ? Rational(0) : read_value("outcomes", arguments.outcomes)),
        profile_(Composition::parse(arguments.mechanism), direction_of(arguments.common.direction),
                 arguments.common.engine),
        engine_(profile_.engine_name()) {}

  void give_heading() {
    AnswerBuilder out("heading");
    if (runs_) {
      out.add("mechanism", profile_.composition().expression())
          .add("runs", runs_->text())
          .add("mean", runs_->mean(Bits{128}).decimal_bounds(6).first)
          .add("direction", direction_name(profile_.direction()));
    } else {
      out.add("outcomes", outcomes_.text()).add("noise", profile_.composition().expression());
    }
    answers_.give(out.for_people());
  }

  /// Answers the i-th question in its share of the time. If the command must end, later questions get trivial bounds.
  void give(const std::vector<SelectionQuestion>& questions, size_t i, Watch& watch) {
    const Stopwatch clock;
    const SelectionQuestion& question = questions[i];
    const auto otherwise = [&, i](const SelectedValue& best) {
      return [&, i, best] {
        give_found(question, best, clock.seconds());
        for (size_t k = i + 1; k < questions.size(); ++k) {
          give_found(questions[k], certain(questions[k]), 0);
        }
        return answers_.finish();
      };
    };
    SelectedValue found = certain(question);
    try {
      Watch::Work work(watch, name_of(question), otherwise(found));
      Refining<SelectedValue> how = refining(question);
      how.so_far = [&](const SelectedValue& best) { work.otherwise(otherwise(best)); };
      found = refine(how, watch.effort(questions.size() - i));
    } catch (const Interrupted&) {              // `found` is the trivial bound
    } catch (const std::invalid_argument& e) {  // the other values are still answered
      return answers_.refuse(e.what());
    }
    give_found(question, found, clock.seconds());
  }

 private:
  SelectedValue asked(const SelectionQuestion& question, const Effort& effort) {
    poll_ = effort.poll;
    std::unique_ptr<SelectionBounds>& bounds = bounds_[effort.digits];
    try {
      if (!bounds) bounds = make(Effort{effort.digits, [this] { poll_(); }});
      const SelectedValue found = question.compute(*bounds);
      if (effort.expired()) bounds.reset();  // cached values may have too few digits
      return found;
    } catch (const Interrupted&) {
      bounds.reset();
      throw;
    }
  }
  /// Returns the computation that refines an answer. Each step requests more digits; the narrowest enclosure remains.
  Refining<SelectedValue> refining(const SelectionQuestion& question) {
    return {[&](const Effort& step) { return asked(question, step); },
            [](const SelectedValue& found) { return !found.bound || found.bound->reached(); },
            [](const SelectedValue& found, int digits) {
              return SelectedValue{judged(found.bound, digits), judged(found.attained, digits)};
            },
            [](const SelectedValue& before, const SelectedValue& now) {
              if (!before.bound || !now.bound) return now;
              return no_wider(before.bound->value(), now.bound->value()) ? now : before;
            },
            [](const SelectedValue& found) { return digits_of(found.attained); }};
  }
  static std::string name_of(const SelectionQuestion& question) {
    return question.quantity + "(" + question.argument + "=" + question.at + ")";
  }
  /// Returns the trivial bounds, which need no computation.
  SelectedValue certain(const SelectionQuestion& question) const {
    const Certified value = certain_before(required_quantity(question.quantity), engine_);
    return {value, value};
  }
  std::unique_ptr<SelectionBounds> make(const Effort& effort) const {
    if (runs_) {
      return std::make_unique<Selection>(
          profile_, runs_, effort,
          arguments_.larger_profile ? BaseKnown::larger_profile : BaseKnown::ordered_pairs);
    }
    return std::make_unique<NoisyChoice>(profile_, outcomes_, effort);
  }
  void add_subject(AnswerBuilder& out) const {
    out.add("mechanism", profile_.composition().expression());
    if (!runs_) {
      out.add("outcomes", outcomes_.text()).aside("covered", "such choice");
      return;
    }
    const bool larger = arguments_.larger_profile;
    out.add("runs", runs_->text())
        .add("direction", direction_name(profile_.direction()))
        .add("base", larger ? "larger_profile" : "ordered_pairs")
        .aside("covered", larger ? "base of the larger profile" : "base so dominated");
  }
  void give_found(const SelectionQuestion& question, const SelectedValue& found, double seconds) {
    if (found.bound.is_infinite()) return answers_.refuse(found.bound.why());
    AnswerBuilder out("selection");
    out.aside("name", name_of(question))
        .add("quantity", (runs_ ? "selection_" : "choice_") + question.quantity);
    add_subject(out);
    out.add("at", text_fields({{question.argument, question.at}}))
        .add("certifies", "upper bound")
        .add("value", EnclosedValue{found.bound, arguments_.common.digits, seconds});
    if (required_quantity(question.quantity).reading != Reading::renyi) {
      out.add("attained", EnclosureEnds{found.attained, arguments_.common.digits, false});
    }
    answers_.give(out);
  }

  const SelectionArguments& arguments_;
  AnswerWriter& answers_;
  std::shared_ptr<const RunLaw> runs_;  ///< null if outcomes are given
  Rational outcomes_;
  PrivacyProfile profile_;
  std::string engine_;                                      ///< name of the requested engine
  Poll poll_;                                               ///< poll of the current question
  std::map<int, std::unique_ptr<SelectionBounds>> bounds_;  ///< bounds for each number of digits
};

void check_subject(const SelectionArguments& arguments) {
  if (arguments.runs.empty() == arguments.outcomes.empty()) {
    throw std::invalid_argument(
        "give either --runs (the best of several runs) or --outcomes (a choice by noisy scores)");
  }
  const bool worst = direction_of(arguments.common.direction) == Direction::worst;
  const std::string rest = "both orders of the neighbours: leave --direction worst";
  if (arguments.larger_profile && (!worst || arguments.runs.empty())) {
    throw std::invalid_argument("--larger-profile is about --runs and " + rest);
  }
  if (arguments.runs.empty() && !worst) {
    throw std::invalid_argument("--outcomes is about " + rest);
  }
}

int run_selection(const SelectionArguments& arguments) {
  AnswerWriter writer(format_of(arguments.common.format), kSelectionText);
  const std::vector<SelectionQuestion> questions = questions_of(arguments);
  check_subject(arguments);
  SelectionAnswers answers(arguments, writer);
  Watch watch(arguments.common, questions.size() == 1);
  answers.give_heading();
  for (size_t i = 0; i < questions.size(); ++i) answers.give(questions, i, watch);
  return writer.finish();
}

}  // namespace

void add_selection_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<SelectionArguments>();
  Command* command = app.add_subcommand("selection",
                                        "upper bound for private tuning: the best of a random "
                                        "number of runs, or a choice by noisy scores");
  command->add_option("mechanism", a->mechanism, "mechanism expression of one run")->required();
  command->add_option("--runs", a->runs,
                      "law of the number of runs, of which only the best is released: "
                      "geometric(gamma=), logarithmic(gamma=), negative_binomial(eta=,gamma=), "
                      "poisson(mu=), binomial(n=,p=), fixed(n=), law(probabilities=[])");
  command->add_option("--outcomes", a->outcomes,
                      "instead of --runs: the number of outcomes of a choice by noisy scores; the "
                      "mechanism is then the noise of one score, with twice the sensitivity of a "
                      "score (other cases: docs/quantities/selection.md)");
  command->add_flag("--larger-profile", a->larger_profile,
                    "assume only that the profile of one run, in either direction, is at most the "
                    "larger of the forward and the reverse profile of the mechanism");
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  list("epsilon", a->epsilons, "delta at these epsilons >= 0, or ranges lo:hi:count");
  list("delta", a->deltas, "epsilon at these deltas; 0 is pure privacy");
  list("order", a->orders, "Renyi divergence of these orders > 0");
  add_common_options(*command, a->common, true);
  command->footer(
      "Example: plumbline selection 'gaussian(sigma=4)' --runs 'geometric(gamma=0.1)' --delta "
      "1e-6");
  command->callback([a, &exit_code] { exit_code = run_selection(*a); });
}

}  // namespace plumbline
