/// The command sensitivity: the sensitivity of a matrix mechanism, and the error of its prefix sums.
#include <memory>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/strategy_options.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/matrix/matrix_values.hpp"
#include "reference/mechanisms/matrix/sensitivity.hpp"

namespace plumbline {
namespace {

struct SensitivityArguments {
  std::string strategy, sigma;
  StrategyOptions taken;
  CommonOptions common;  ///< digits, format and timeout
};

const TextLayout kSensitivityText = {
    {"sensitivity",
     "{strategy}, {steps} steps, {participation}\n"
     "sensitivity = {value}   {value.sharpness}{value.mark}[, squared {squared}]\n"
     "  {why}\n"
     "  attained from below by steps {pattern}\n"},
    {"error",
     "standard deviation of the released sums{at_sigma}: largest {largest}, root of the mean "
     "square "
     "{mean}\n"
     "  at sensitivity 1 (equal privacy): root of the mean square {value}\n"}};

std::string text_of(const Pattern& pattern) {
  constexpr size_t kMost = 20;
  std::string out;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (i == kMost) return out + ",... (" + std::to_string(pattern.size()) + ")";
    out += (i == 0 ? "" : ",") + std::to_string(pattern[i]);
  }
  return out;
}

FieldList numbers_of(const Pattern& pattern) {
  FieldList out;
  for (const long step : pattern) out.push_back({step});
  return out;
}

int run_sensitivity(const SensitivityArguments& a) {
  constexpr size_t kLongestText = 60;
  const Strategy strategy = strategy_of(a.strategy, a.taken);
  const Participation how = participation_of(a.taken, strategy.steps());
  AnswerWriter answers(format_of(a.common.format), kSensitivityText);
  Watch watch(a.common, true);
  const MatrixSensitivity s = [&] {
    const Watch::Work work(watch, "the sensitivity");
    return matrix_sensitivity(strategy, how);
  }();
  const int digits = a.common.digits;
  AnswerBuilder out("sensitivity");
  out.add("quantity", "sensitivity")
      .add("strategy", strategy.text())
      .add("steps", strategy.steps())
      .add("participation", how.text())
      .add("value", EnclosedValue{certified_sensitivity(s, digits), digits})
      .add("exact", s.is_exact());
  if (s.is_exact() && s.least.text().size() <= kLongestText) out.add("squared", s.least.text());
  out.add("why", s.why)
      .aside("pattern", text_of(s.pattern))
      .add("steps_taken", numbers_of(s.pattern));
  answers.give(out);
  const Rational sigma = a.sigma.empty() ? Rational(1) : read_value("sigma", a.sigma);
  const std::optional<SumErrors> errors = [&] {
    const Watch::Work work(watch, "the errors of the sums", [&answers] {
      answers.not_reached();  // the sensitivity is printed; these errors are not known
      return answers.finish();
    });
    return sum_errors(strategy, s, sigma, digits);
  }();
  if (errors) {
    answers.give(AnswerBuilder("error")
                     .add("quantity", "sum_error")
                     .aside("at_sigma", a.sigma.empty() ? " at sigma 1" : " at sigma " + a.sigma)
                     .add("sigma", a.sigma.empty() ? "1" : a.sigma)
                     .add("largest", EnclosureEnds{errors->largest, digits})
                     .add("mean", EnclosureEnds{errors->mean, digits})
                     .add("value", EnclosedValue{errors->equal, digits}));
  }
  return answers.finish();
}

}  // namespace

void add_sensitivity_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<SensitivityArguments>();
  Command* command =
      app.add_subcommand("sensitivity", "sensitivity of a matrix mechanism (DP-FTRL)");
  command->add_option("strategy", a->strategy, kStrategyWords)->required();
  add_strategy_options(*command, a->taken);
  command->add_option("--sigma", a->sigma,
                      "sigma of the noise, for the standard deviations of the released sums");
  add_output_options(*command, a->common, 1000, "then the program prints the results known so far");
  command->footer("Example: plumbline sensitivity sqrt --steps 100 --participations 4 --gap 25");
  command->callback([a, &exit_code] { exit_code = run_sensitivity(*a); });
}

}  // namespace plumbline
