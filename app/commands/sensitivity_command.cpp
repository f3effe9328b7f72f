/// sensitivity: how far one record moves what a matrix mechanism releases, and the error of its sums.
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/options/matrix_file.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/matrix/sensitivity.hpp"
#include "reference/quantities/matrix_values.hpp"

namespace plumbline {
namespace {

struct SensitivityArguments {
  std::string strategy, steps, participations, gap, every, patterns, sigma;
  bool single = false;
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

std::vector<Pattern> patterns_of(const std::string& text) {
  std::vector<Pattern> out;
  std::istringstream lists(text);
  for (std::string list; std::getline(lists, list, ';');) {
    out.emplace_back();
    std::istringstream steps(list);
    for (std::string step; std::getline(steps, step, ',');) {
      out.back().push_back(whole_number("patterns", read_value("patterns", step), 0));
    }
  }
  return out;
}

Participation participation_of(const SensitivityArguments& a, long steps) {
  const auto whole = [](const char* name, const std::string& text) {
    return whole_number(name, read_value(name, text), 1);
  };
  const int kinds = (a.single ? 1 : 0) + (a.every.empty() ? 0 : 1) + (a.patterns.empty() ? 0 : 1) +
                    (a.gap.empty() ? 0 : 1);
  if (kinds != 1) {
    throw std::invalid_argument(
        "say how a record takes part: --single, --every B, --participations K --gap B, or "
        "--patterns '0,4,8;1,5'");
  }
  if (a.single) return Participation::once();
  if (!a.patterns.empty()) return Participation::listed(patterns_of(a.patterns), steps);
  if (!a.every.empty()) {
    return Participation::every(whole("every", a.every),
                                a.participations.empty()
                                    ? std::nullopt
                                    : std::optional(whole("participations", a.participations)));
  }
  if (a.participations.empty()) throw std::invalid_argument("--gap needs --participations");
  return Participation::spaced(whole("participations", a.participations), whole("gap", a.gap));
}

Strategy strategy_of(const SensitivityArguments& a) {
  constexpr const char* kFile = "file:";
  if (a.strategy.rfind(kFile, 0) == 0) {
    const std::string path = a.strategy.substr(std::string(kFile).size());
    Strategy out = Strategy::matrix(read_matrix(path), path);
    if (!a.steps.empty() && whole_number("steps", read_value("steps", a.steps), 1) != out.steps()) {
      throw std::invalid_argument("--steps " + a.steps + ", but " + path + " has " +
                                  std::to_string(out.steps()) + " rows");
    }
    return out;
  }
  if (a.steps.empty()) throw std::invalid_argument("--steps is needed: how many releases");
  return Strategy::parse(a.strategy, whole_number("steps", read_value("steps", a.steps), 1));
}

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
  const Strategy strategy = strategy_of(a);
  const Participation how = participation_of(a, strategy.steps());
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
    const Watch::Work work(watch, "the errors of the sums");
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
  Command* command = app.add_subcommand(
      "sensitivity", "how far one record moves what a matrix mechanism (DP-FTRL) releases");
  command
      ->add_option(
          "strategy", a->strategy,
          "identity, prefix, sqrt, sqrt(BANDS), toeplitz([1,1/2]), blt([WEIGHTS],[DECAYS]), "
          "bisr(BANDS), lambda_cgd(0.9), tree, tree(RESTART), or file:PATH, a lower triangular "
          "matrix (CSV of exact numbers, NPY of doubles)")
      ->required();
  command->add_option("--steps", a->steps, "how many steps there are");
  command->add_flag("--single", a->single, "a record takes part in one step");
  command->add_option("--every", a->every, "in steps i, i + B, i + 2B, ...");
  command->add_option("--participations", a->participations, "in at most so many steps");
  command->add_option("--gap", a->gap, "that are so far apart at least");
  command->add_option("--patterns", a->patterns, "in one of these: '0,4,8;1,5,9', steps from 0");
  command->add_option("--sigma", a->sigma, "for the standard deviations of the released sums");
  add_output_options(*command, a->common, 1000, "after which nothing more is known");
  command->footer("Example: plumbline sensitivity sqrt --steps 100 --participations 4 --gap 25");
  command->callback([a, &exit_code] { exit_code = run_sensitivity(*a); });
}

}  // namespace plumbline
