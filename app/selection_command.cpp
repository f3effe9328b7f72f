/// selection: running a mechanism a random number of times and keeping the best output.
#include <memory>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/value_answer.hpp"
#include "app/values.hpp"
#include "app/watch.hpp"
#include "reference/quantities/selection/selection.hpp"

namespace plumbline {
namespace {

struct SelectionArguments {
  CommonOptions common;
  std::string mechanism, runs;
  bool larger_profile = false;
  std::vector<std::string> epsilons, deltas, orders;
};

const TextLayout kSelectionText = {
    {"heading", "best of K runs of {mechanism}, K from {runs} of mean {mean}..., {direction}\n"},
    {"selection",
     "{name} <= {value}   {value.sharpness}, upper bound for every base {covered}, "
     "{value.engine}, {value.seconds}{value.asked}\n"
     "[  and at least {attained} for one of them\n]"}};

/// One question and how it is answered.
struct SelectionQuestion {
  std::string quantity, argument, at;
  std::function<SelectedValue(Selection&)> compute;
};

std::vector<SelectionQuestion> questions_of(const SelectionArguments& arguments) {
  std::vector<SelectionQuestion> out;
  for (const Real& x : read_reals("epsilon", arguments.epsilons)) {
    out.push_back(
        {"delta", "epsilon", x.text(), [x](Selection& selection) { return selection.delta(x); }});
  }
  for (const Rational& x : read_values("delta", arguments.deltas)) {
    out.push_back(
        {"epsilon", "delta", x.text(), [x](Selection& selection) { return selection.epsilon(x); }});
  }
  for (const Rational& x : read_values("order", arguments.orders)) {
    out.push_back(
        {"renyi", "order", x.text(), [x](Selection& selection) { return selection.renyi(x); }});
  }
  if (out.empty()) {
    throw std::invalid_argument("give --epsilon, --delta or --order: what is asked of selection");
  }
  return out;
}

class SelectionAnswers {
 public:
  SelectionAnswers(const SelectionArguments& arguments, AnswerWriter& answers)
      : arguments_(arguments),
        answers_(answers),
        runs_(RunLaw::parse(arguments.runs)),
        profile_(Composition::parse(arguments.mechanism),
                 parse_direction(arguments.common.direction), arguments.common.engine) {}

  void give_heading() {
    answers_.give(AnswerBuilder("heading")
                      .add("mechanism", profile_.composition().expression())
                      .add("runs", runs_->text())
                      .add("mean", runs_->mean(Bits{128}).decimal_bounds(6).first)
                      .add("direction", direction_name(profile_.direction()))
                      .for_people());
  }

  void give(const SelectionQuestion& question, const Effort& effort, Watch& watch) {
    const Stopwatch clock;
    const std::string name = question.quantity + "(" + question.argument + "=" + question.at + ")";
    try {
      std::optional<SelectedValue> found;
      {
        const Watch::Work work(watch, name, [this] { return answers_.finish(); });
        if (!selection_) selection_ = std::make_unique<Selection>(profile_, runs_, effort, known());
        found = question.compute(*selection_);
      }
      give_found(question, name, *found, clock.seconds());
    } catch (const std::invalid_argument& e) {  // the other values are answered all the same
      answers_.refuse(e.what());
    }
  }

 private:
  BaseKnown known() const {
    return arguments_.larger_profile ? BaseKnown::larger_profile : BaseKnown::ordered_pairs;
  }
  void give_found(const SelectionQuestion& question, const std::string& name,
                  const SelectedValue& found, double seconds) {
    if (found.bound.is_infinite()) return answers_.refuse(found.bound.why());
    AnswerBuilder out("selection");
    const int digits = arguments_.common.digits;
    const bool larger = arguments_.larger_profile;
    out.aside("name", name)
        .add("quantity", "selection_" + question.quantity)
        .add("mechanism", profile_.composition().expression())
        .add("runs", runs_->text())
        .add("direction", direction_name(profile_.direction()))
        .add("base", larger ? "larger_profile" : "ordered_pairs")
        .aside("covered", larger ? "of the larger profile" : "so dominated")
        .add("at", text_fields({{question.argument, question.at}}))
        .add("certifies", "upper bound")
        .add("value", EnclosedValue{found.bound, digits, seconds});
    if (question.quantity != "renyi") {
      out.add("attained", EnclosureEnds{found.attained, digits, false});
    }
    answers_.give(out);
  }

  const SelectionArguments& arguments_;
  AnswerWriter& answers_;
  std::shared_ptr<const RunLaw> runs_;
  PrivacyProfile profile_;
  std::unique_ptr<Selection> selection_;
};

int run_selection(const SelectionArguments& arguments) {
  AnswerWriter writer(format_of(arguments.common.format), kSelectionText);
  const std::vector<SelectionQuestion> questions = questions_of(arguments);
  if (arguments.larger_profile && arguments.common.direction != "worst") {
    throw std::invalid_argument(
        "--larger-profile is about both orders of the neighbours: leave --direction worst");
  }
  SelectionAnswers answers(arguments, writer);
  Watch watch(arguments.common, questions.size() == 1);
  const Effort effort = watch.effort();
  answers.give_heading();
  for (const SelectionQuestion& question : questions) answers.give(question, effort, watch);
  return writer.finish();
}

}  // namespace

void add_selection_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<SelectionArguments>();
  Command* command = app.add_subcommand(
      "selection", "the best of a random number of runs (private tuning): what it costs at most");
  command->add_option("mechanism", a->mechanism, "mechanism expression of one run")->required();
  command
      ->add_option("--runs", a->runs,
                   "how many: geometric(gamma=), logarithmic(gamma=), "
                   "negative_binomial(eta=,gamma=), poisson(mu=), binomial(n=,p=), fixed(n=), "
                   "law(probabilities=[])")
      ->required();
  command->add_flag("--larger-profile", a->larger_profile,
                    "of the base only the larger of the two profiles is known, for both orders");
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
