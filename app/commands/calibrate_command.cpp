#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/answers/number_text.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/calibrate_words.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/running/watch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/session.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

/// Adds the safe double, which is certified to meet the target: as a number for JSON and CSV, and as a text for text
/// output.
void add_safe_double(const Answer& found, const Family& family, AnswerBuilder* out) {
  if (!found.safe_double) return;
  out->add("safe_double", *found.safe_double);
  out->aside("safe_text", safe_text(*found.safe_double, family.order()));
}

/// Prints only the safe double, for scripts.
int print_safe(const Answer& found, const Family& family) {
  if (!found.safe_double) {
    fmt::print(
        stderr,
        "plumbline: no double is certified to meet the target; without --safe the answer says "
        "what is known\n");
    return kNotReached;
  }
  fmt::print("{}\n", safe_text(*found.safe_double, family.order()));
  return kAllAsAsked;
}

/// One target, and its result.
struct TargetFound {
  NamedTexts texts;
  Direction direction;
  Answer found{.value = nothing_known()};
  double seconds = 0;
};

std::vector<TargetFound> targets_of(const CalibrateArguments& arguments) {
  std::vector<TargetFound> out;
  for (const NamedTexts& written : written_targets(arguments)) {
    const NamedReals numbers = exact_target(written);
    out.push_back(
        {exact_texts(numbers), direction_for(target_of(numbers), arguments.common.direction)});
  }
  return out;
}

/// Calibrates to all targets, each within its share of the time. If the command must end, `give` prints the known
/// results.
void find_all(const Family& family, const CommonOptions& common,
              const std::function<int(const std::vector<TargetFound>&)>& give,
              std::vector<TargetFound>* all) {
  Watch limit(common, true);
  Session session;
  for (size_t i = 0; i < all->size(); ++i) {
    TargetFound& one = (*all)[i];
    const Stopwatch watch;
    const auto otherwise = [&](const std::vector<TargetFound>& known) {
      return [&give, known] { return give(known); };
    };
    Watch::Work work(limit, family.parameter() + " of " + family.expression(), otherwise(*all));
    const auto so_far = [&](const Answer& best) {
      std::vector<TargetFound> known = *all;
      known[i].found = best;
      work.otherwise(otherwise(known));
    };
    const Query query{.quantity = "calibrate",
                      .mechanism = family.expression(),
                      .direction = one.direction,
                      .at = one.texts,
                      .options = {{"vary", family.parameter()}},
                      .digits = common.digits,
                      .engine = common.engine};
    one.found = session.answer(query, limit.effort(all->size() - i), so_far);
    one.seconds = watch.seconds();
  }
}

/// Returns the target whose safe value is the most private parameter of the family: this value meets all targets.
/// Null if a target has no safe value.
const TargetFound* hardest(const Family& family, const std::vector<TargetFound>& all) {
  const TargetFound* out = nullptr;
  for (const TargetFound& one : all) {
    if (!one.found.safe) return nullptr;
    const bool up = family.order().larger_is_more_private;
    if (out == nullptr || (*one.found.safe > *out->found.safe) == up) out = &one;
  }
  return out;
}

AnswerRecord answer_to_all(const Family& family, const TargetFound& one) {
  AnswerBuilder out("all");
  out.add("quantity", "calibrate")
      .add("mechanism", family.expression())
      .add("vary", family.parameter())
      .add("at", "all")
      .add("safe", decimal_text(*one.found.safe));
  add_safe_double(one.found, family, &out);
  return out.add("hardest", text_fields(one.texts));
}

int give_all(const Family& family, const CalibrateArguments& arguments,
             const std::vector<TargetFound>& all, AnswerWriter& answers) {
  const TargetFound* most = hardest(family, all);
  if (arguments.safe && most == nullptr)
    answers.refuse("no value is certified to meet every target");
  if (arguments.safe) return most == nullptr ? kNotReached : print_safe(most->found, family);
  for (const TargetFound& one : all) {
    answers.give(calibration_answer(
        {family, one.texts, one.direction, one.found, arguments.common.digits, arguments.mechanism},
        one.seconds));
  }
  if (all.size() > 1 && most != nullptr) answers.give(answer_to_all(family, *most));
  return answers.finish();
}

/// Returns a text about the first integer that misses the target.
std::string next_that_misses(const Rational& safe, const Family& family) {
  const Rational one(1);
  if (family.order().larger_is_more_private) return (safe - one).text() + " misses it";
  return (safe + one).text() + (family.parameter() == "N" ? " steps miss it" : " misses it");
}

/// Returns a target f(alpha) >= beta in the form of --tpr and --fpr; empty for other targets.
std::string words_of_attack(const NamedTexts& target) {
  if (target.size() != 2 || target[0].first != "alpha" || target[1].first != "beta") return "";
  const Rational tpr = Rational(1) - Rational::parse(target[1].second);
  return "TPR at most " + decimal_text(tpr) + " at FPR " + target[0].second;
}

int run(const CalibrateArguments& arguments) {
  const CommonOptions& common = arguments.common;
  const AnswerFormat format = format_of(common.format);
  if (arguments.safe && format != AnswerFormat::text) {
    throw std::invalid_argument("--safe prints one number; give it without --format and --json");
  }
  AnswerWriter answers(format, calibration_text());
  const Family family(arguments.mechanism, arguments.vary);
  std::vector<TargetFound> all = targets_of(arguments);
  const auto give = [&](const std::vector<TargetFound>& found) {
    return give_all(family, arguments, found, answers);
  };
  find_all(family, common, give, &all);
  return give(all);
}

}  // namespace

TextLayout calibration_text() {
  const std::string heading = "{shown}, {direction}, target {at}[ ({as_attack})]\n",
                    safe =
                        "[  certified to meet the target: {vary} = {safe} and everything {side} "
                        "it\n]"
                        "[  not decided: whether {vary} = {undecided} meets the target\n]";
  const std::string as_double = "[  certified by itself, as a double: {vary} = {safe_text}\n]";
  return {{"value", heading + kValueLine + safe + as_double},
          {"whole", heading +
                        "{vary} = {safe}   exact: {missed}, {value.engine}, "
                        "{value.seconds}\n" +
                        safe},
          {"all",
           "all of them are met with {vary} = {safe}[, as a double {safe_text}]; the hardest is "
           "{hardest}\n"}};
}

AnswerRecord calibration_answer(const CalibrationFound& what, double seconds) {
  const auto& [family, target, direction, found, digits, typed] = what;
  const std::string safe = found.safe ? decimal_text(*found.safe) : "";
  const bool whole = family.order().integer && found.value.reached();  // N is known exactly
  AnswerBuilder out(whole ? "whole" : "value");
  out.aside("name", family.parameter())
      .add("quantity", "calibrate")
      .add("mechanism", family.expression())
      .aside("shown", mechanism_heading(typed, family.expression()))
      .add("vary", family.parameter())
      .add("direction", direction_name(direction))
      .add("at", text_fields(target));
  if (const std::string attack = words_of_attack(target); !attack.empty()) {
    out.aside("as_attack", attack);
  }
  if (!safe.empty()) out.add("safe", safe);
  add_safe_double(found, family, &out);
  if (found.undecided) out.add("undecided", decimal_text(*found.undecided));
  if (whole && found.safe) out.aside("missed", next_that_misses(*found.safe, family));
  out.aside("side", family.order().larger_is_more_private ? "above" : "below");
  return out.add("value", EnclosedValue{found.value, digits, seconds, whole ? safe : ""});
}

Command* add_calibrate_words(Command& app, CalibrateArguments& arguments, const std::string& before,
                             const std::string& after) {
  CalibrateArguments* a = &arguments;
  Command* command = app.add_subcommand(
      "calibrate", "find the parameter (or N) with which a mechanism just meets a target");
  command
      ->add_option("mechanism", a->mechanism,
                   "mechanism expression; ? may stand for the parameter to find")
      ->required();
  command->add_option(
      "--vary", a->vary,
      "the parameter: sigma, b, p, N, ...; 2.sigma is the sigma of the second mechanism in the "
      "product; sigma* multiplies every sigma by one common number");
  command->add_option("--epsilon", a->epsilon, "with --delta: delta(epsilon) <= delta");
  command->add_option("--delta", a->delta, "see --epsilon");
  command->add_option("--advantage", a->advantage, "total variation <= advantage");
  command->add_option("--gamma", a->gamma, "with --kappa: ReRo bound gamma(kappa) <= gamma");
  command->add_option("--kappa", a->kappa, "see --gamma");
  command->add_option("--bayes", a->bayes, "with --prior: minimum Bayes error R(prior) >= bayes");
  command->add_option("--prior", a->prior, "see --bayes");
  command->add_option("--alpha", a->alpha, "with --beta: trade-off function f(alpha) >= beta");
  command->add_option("--beta", a->beta, "see --alpha");
  command->add_option("--tpr", a->tpr, "with --fpr: no attack has a larger TPR at this FPR");
  command->add_option("--fpr", a->fpr, "see --tpr");
  command->add_option("--mu", a->mu, "f(alpha) >= G_mu(alpha + within) - within for all alpha");
  command->add_option("--within", a->within, "see --mu (" + kUsualWithin + " unless given)");
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline " + before +
                  "calibrate 'subsampled_gaussian(sigma=?,p=0.01)^10000' --epsilon 2 "
                  "--delta 1e-5" +
                  after);
  return command;
}

void add_calibrate_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<CalibrateArguments>();
  Command* command = add_calibrate_words(app, *a);
  command->add_flag("--safe", a->safe,
                    "print a double that is certified to meet the target, and nothing else");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
