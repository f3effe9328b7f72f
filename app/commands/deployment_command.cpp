/// `deployment`: creates a page for an evaluator from the record of a deployment.
#include <fmt/core.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/watch.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/registry.hpp"
#include "verify/deployments/deployment.hpp"
#include "verify/deployments/evaluation.hpp"

namespace plumbline {
namespace {

struct DeploymentArguments {
  CommonOptions common;
  std::vector<std::string> files;
  bool summary = false;
};

const TextLayout kDeploymentText = {{"record",
                                     "{name}[, {curators}][, {published}][ "
                                     "({address})]\n[{sentence}\n][{note}\n][Missing: {missing}.\n]"
                                     "[All mechanisms with this guarantee: {guarantee}\n]"},
                                    {"inconsistent", "Inconsistent: {sentence}.\n"},
                                    {"value", "  {label}: {value}   {value.sharpness}\n"},
                                    {"basis", "{sentence}\n"},
                                    {"part", "Part {name}: {guarantee}. {sentence}.\n"},
                                    {"question", "  {status}: {question} {where}\n"},
                                    {"line", "{name}: {text}\n"}};

std::string record_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::invalid_argument("cannot be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A quantity that follows from a guarantee.
struct DeploymentQuestion {
  std::string quantity, at, label;
};

const std::vector<DeploymentQuestion>& deployment_questions() {
  static const std::vector<DeploymentQuestion> all = {
      {"epsilon", "0", "epsilon at delta = 0"},
      {"epsilon", "1e-10", "epsilon at delta = 1e-10"},
      {"epsilon", "1e-6", "epsilon at delta = 1e-6"},
      {"advantage", "", "membership advantage, max TPR - FPR, at most"},
      {"power", "0.001", "TPR of an attack at FPR = 0.001, at most"},
      {"power", "0.01", "TPR of an attack at FPR = 0.01, at most"}};
  return all;
}

class DeploymentPage {
 public:
  DeploymentPage(const CommonOptions& common, Watch& watch, AnswerWriter& answers)
      : common_(common), watch_(watch), answers_(answers) {}

  void give(const Deployment& d, const std::string& file) {
    const StatedGuarantee guarantee = stated_guarantee(d, d.parameters);
    give_record(d, guarantee, file);
    const std::vector<std::string> contradictions = all_contradictions(d);
    for (const std::string& sentence : contradictions) {
      answers_.give(AnswerBuilder("inconsistent").add("sentence", sentence).wrong(true));
    }
    if (!guarantee.expression.empty()) give_values(guarantee.expression);
    for (const DeploymentPart& part : d.parts) give_part(d, part);
    give_questions(d);
  }

  /// Writes one line about the record.
  void give_summary(const Deployment& d, const std::string& file) {
    const StatedGuarantee guarantee = stated_guarantee(d, d.parameters);
    const std::vector<std::string> contradictions = all_contradictions(d);
    std::string text = guarantee.expression.empty()
                           ? "no number follows: " + guarantee.missing
                           : guarantee.expression + ", " + short_epsilon(guarantee, d.parameters);
    for (const std::string& sentence : contradictions) text += "; INCONSISTENT: " + sentence;
    answers_.give(AnswerBuilder("line")
                      .add("name", d.name)
                      .add("file", file)
                      .add("guarantee", guarantee.expression)
                      .add("missing", guarantee.missing)
                      .add("text", text)
                      .wrong(!contradictions.empty()));
  }

 private:
  void give_record(const Deployment& d, const StatedGuarantee& guarantee, const std::string& file) {
    AnswerBuilder record("record");
    record.add("name", d.name).add("file", file);
    const std::pair<const char*, const std::string*> optional[] = {
        {"curators", &d.curators},
        {"published", &d.published},
        {"address", &d.address},
        {"variant", &d.variant},
        {"unit", &d.unit},
        {"sentence", &guarantee.sentence},
        {"note", &d.note},
        {"missing", &guarantee.missing},
        {"guarantee", &guarantee.expression}};
    for (const auto& [name, text] : optional) {
      if (!text->empty()) record.add(name, *text);
    }
    answers_.give(record);
  }

  /// Returns the contradictions within the record, and the pairs (epsilon, delta) that do not follow from rho.
  std::vector<std::string> all_contradictions(const Deployment& d) {
    std::vector<std::string> out = contradictions_of(d);
    const auto add = [&](const std::string& name, const StatedParameters& p) {
      if (p.rho.empty() || p.epsilon.empty() || p.delta.empty()) return;
      if (follows(p).value_or(true)) return;
      out.push_back(
          fmt::format("{}epsilon = {} at delta = {} does not follow from rho = {}: some "
                      "mechanisms with this rho have a larger delta there",
                      name, p.epsilon, p.delta, p.rho));
    };
    add("", d.parameters);
    for (const DeploymentPart& part : d.parts) add("of " + part.name + ", ", part.parameters);
    return out;
  }

  /// Returns true if (epsilon, delta)-DP follows from rho-zCDP; nothing if this is not decided in time.
  std::optional<bool> follows(const StatedParameters& p) {
    const Extended delta = value_of("zcdp(rho=" + p.rho + ")", {"delta", p.epsilon, ""});
    const Bits bits{256};
    const Ball stated(Rational::parse(p.delta), bits);
    if (certainly_less(stated, delta->value())) return false;
    if (certainly_at_most(delta->value(), stated)) return true;
    return std::nullopt;
  }

  Extended value_of(const std::string& mechanism, const DeploymentQuestion& asked) {
    const Quantity& quantity = required_quantity(asked.quantity);
    PrivacyProfile profile(Composition::parse(mechanism), Direction::worst, common_.engine);
    const Real at = asked.at.empty() ? Real(Rational(0)) : Real(Rational::parse(asked.at));
    try {
      Watch::Work work(watch_, asked.quantity + " of " + mechanism, [this] {
        answers_.not_reached();
        return answers_.finish();
      });
      return refined(quantity, profile, at, watch_.effort(2));
    } catch (const Interrupted&) {
      return certain_before(quantity, profile.engine_name());
    }
  }

  /// Returns a text with a pair (epsilon, delta) that follows from the guarantee. If the record states no rho, this is
  /// the stated pair.
  std::string short_epsilon(const StatedGuarantee& guarantee, const StatedParameters& p) {
    if (p.rho.empty())
      return "epsilon = " + p.epsilon + " at delta = " + (p.delta.empty() ? "0" : p.delta);
    const Extended value = value_of(guarantee.expression, {"epsilon", "1e-10", ""});
    return "epsilon at most " + value->value().decimal_bounds(6).second + " at delta = 1e-10";
  }

  void give_values(const std::string& mechanism) {
    answers_.give(AnswerBuilder("basis")
                      .add("sentence",
                           "Certified for all mechanisms with this guarantee; that the deployment "
                           "has it follows from the statement alone:")
                      .for_people());
    for (const DeploymentQuestion& asked : deployment_questions()) {
      const Extended value = value_of(mechanism, asked);
      if (value.is_infinite()) continue;
      const Quantity& quantity = required_quantity(asked.quantity);
      answers_.give(
          value_answer({quantity.name, quantity.argument(), asked.at, mechanism, "", "worst"},
                       {value, common_.digits}, asked.label)
              .add("label", asked.label));
    }
  }

  void give_part(const Deployment& d, const DeploymentPart& part) {
    const StatedGuarantee guarantee = stated_guarantee(d, part.parameters);
    if (guarantee.expression.empty()) return;
    const StatedParameters& p = part.parameters;
    std::string sentence = "Stated: " + p.text();
    if (!p.rho.empty() && !p.epsilon.empty() && !p.delta.empty()) {
      const std::optional<bool> holds = follows(p);
      const Extended best = value_of(guarantee.expression, {"epsilon", p.delta, ""});
      sentence += fmt::format(
          "; epsilon at delta = {} of all with this rho is at most {}, so that "
          "the stated epsilon {}",
          p.delta, best->value().decimal_bounds(6).second,
          !holds   ? "was not decided in time"
          : *holds ? "follows"
                   : "does not follow");
    }
    answers_.give(AnswerBuilder("part")
                      .add("name", part.name)
                      .add("guarantee", guarantee.expression)
                      .add("sentence", sentence));
  }

  void give_questions(const Deployment& d) {
    answers_.give(
        AnswerBuilder("basis").add("sentence", "Questions of NIST SP 800-226:").for_people());
    for (const EvaluationAnswer& one : evaluate_record(d)) {
      answers_.give(AnswerBuilder("question")
                        .add("question", one.question)
                        .add("status", evaluation_name(one.status))
                        .add("where", "(" + one.where + ")"));
    }
  }

  const CommonOptions& common_;
  Watch& watch_;
  AnswerWriter& answers_;
};

int run_deployment(const DeploymentArguments& arguments) {
  AnswerWriter answers(format_of(arguments.common.format), kDeploymentText);
  Watch watch(arguments.common, false);
  DeploymentPage page(arguments.common, watch, answers);
  for (const std::string& file : arguments.files) {
    try {
      const Deployment deployment = read_deployment(record_text(file));
      arguments.summary ? page.give_summary(deployment, file) : page.give(deployment, file);
    } catch (const std::invalid_argument& e) {
      answers.refuse(file + ": " + e.what());
    }
  }
  return answers.finish();
}

}  // namespace

void add_deployment_command(Command& app, int& exit_code) {
  constexpr int kPageDigits = 6;
  const auto a = std::make_shared<DeploymentArguments>();
  a->common.digits = kPageDigits;
  Command* command = app.add_subcommand(
      "deployment",
      "compute the privacy numbers that follow from the published record of a deployment");
  command
      ->add_option("file", a->files,
                   "records: YAML of the deployments registry, or TOML as in deployments")
      ->required()
      ->expected(1, -1);
  command->add_flag("--summary", a->summary, "one line for each record");
  add_common_options(*command, a->common, false);
  command->footer(
      "Example: plumbline deployment deployments/census_redistricting_data.toml\n"
      "Exit codes: 0 the record is consistent, 1 it contradicts itself, 2 bad input.");
  command->callback([a, &exit_code] { exit_code = run_deployment(*a); });
}

}  // namespace plumbline
