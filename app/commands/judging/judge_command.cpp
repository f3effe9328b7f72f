/// `judge`: what an approximation says, and how far and on which side of the truth it is.
#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "app/commands/commands.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/questions/ask.hpp"
#include "verify/approximations/judged_methods.hpp"
#include "verify/claims/judging/grade.hpp"
#include "verify/suite/cases/error_side.hpp"

namespace plumbline {
namespace {

struct Arguments {
  QuantityArguments quantity;
  std::vector<std::string> with, answers;
};

constexpr int kErrorDigits = 2;  // and those that are always printed beyond

const TextLayout kJudgeText = {
    {"heading", "{mechanism}, {direction}\n"},
    {"value", kValueLine},
    {"judged", "  {approximation:<18} {said:<24}[ error {shown}, {percent}][  {words}]\n"},
    {"refused", "  {approximation:<18} {why}\n"}};

std::string words_of(const std::string& side, ViolationGrade grade) {
  if (side == "dangerous" && grade == ViolationGrade::last_digits) {
    return "last digits: the dangerous side, by the rounding of a double";
  }
  if (side == "dangerous" && grade == ViolationGrade::numerical) {
    return "numerical: the dangerous side, by less than 1e-6 of the truth";
  }
  if (side == "dangerous") return "DANGEROUS: promises more privacy than there is";
  if (side == "safe") return "safe side";
  if (side == "undecided") return "no error that the truth's digits show";
  return side;
}

/// Named ones, in their order; all where none is.
std::vector<const ApproximationEntry*> chosen(const std::vector<std::string>& names) {
  std::vector<const ApproximationEntry*> out;
  for (const std::string& name : names) out.push_back(&find_approximation(name));
  if (!names.empty()) return out;
  for (const ApproximationEntry& entry : judged_methods()) out.push_back(&entry);
  return out;
}

AnswerBuilder headed(const std::string& kind, const ApproximationEntry& method,
                     const ValueRequest& asked) {
  AnswerBuilder out(kind);
  out.add("quantity", asked.quantity)
      .add("mechanism", asked.mechanism)
      .add("direction", asked.direction);
  FieldGroup where;
  if (!asked.argument.empty()) where = text_fields({{asked.argument, asked.at}});
  return out.add("at", where).add("approximation", method.name);
}

AnswerRecord judged_answer(const ApproximationEntry& method, const ValueRequest& asked,
                           const ApproximationResult& result, const Certified& truth) {
  AnswerBuilder out = headed("judged", method, asked);
  out.add("said", fmt::format("{:.17g}", result.value)).add("seconds", result.seconds);
  if (!std::isfinite(result.value) || !truth.value().is_finite()) return out.add("side", nullptr);
  const Bits p = wider(truth.value().precision(), bits_for_digits(60));
  const Ball error = Ball::from_binary64(result.value, p) - truth.value(),
             relative = error / abs(truth.value());
  const std::string side = error_side(asked.quantity, error);
  const ViolationGrade grade = side == "dangerous"
                                   ? grade_of_double(result.value, error, truth.value())
                                   : ViolationGrade::none;
  out.add("error", BallEnds{error, kErrorDigits})
      .add("relative_error", BallEnds{relative, kErrorDigits})
      .add("side", side);
  if (grade != ViolationGrade::none) out.add("grade", grade_name(grade));
  out.aside("shown", Approximately{error.approximate(), "+.3g"})
      .aside("words", words_of(side, grade));
  const double percent = 100 * relative.approximate();
  if (std::isfinite(percent)) out.aside("percent", fmt::format("{:+.3g} %", percent));
  return out;
}

/// A number that the user has from elsewhere. On the dangerous side it is wrong.
AnswerRecord judged_number(const Rational& said, const ValueRequest& asked,
                           const Certified& truth) {
  AnswerBuilder out("judged");
  out.add("quantity", asked.quantity)
      .add("mechanism", asked.mechanism)
      .add("direction", asked.direction);
  FieldGroup where;
  if (!asked.argument.empty()) where = text_fields({{asked.argument, asked.at}});
  out.add("at", where).add("approximation", "your answer").add("said", said.text());
  const Ball error = Ball(said, truth.value().precision()) - truth.value();
  const std::string side = error_side(asked.quantity, error);
  const bool dangerous = side == "dangerous";
  const ViolationGrade grade =
      dangerous ? grade_of_double(said.approximate(), error, truth.value()) : ViolationGrade::none;
  out.add("error", BallEnds{error, kErrorDigits})
      .add("relative_error", BallEnds{error / abs(truth.value()), kErrorDigits})
      .add("side", side);
  if (dangerous) out.add("grade", grade_name(grade));
  const double percent = 100 * (error / abs(truth.value())).approximate();
  if (std::isfinite(percent)) out.aside("percent", fmt::format("{:+.3g} %", percent));
  return out.aside("shown", Approximately{error.approximate(), "+.3g"})
      .aside("words", words_of(side, grade))
      .wrong(dangerous);
}

struct JudgeRequest {
  const ApproximationEntry& method;
  const ApproximationRequest& asked;
  const ValueRequest& words;
  const Certified& truth;
};

/// Refusals and failures are answers too, where the method was named.
void judge_one(const JudgeRequest& what, bool named, Watch& watch, AnswerWriter& answers) {
  std::string why = what.method.refusal(what.asked);
  if (why.empty()) {
    try {
      const ApproximationResult result = [&] {
        const Watch::Work work(watch, what.method.name, [&answers] { return answers.finish(); });
        return what.method.run(what.asked);
      }();
      return answers.give(judged_answer(what.method, what.words, result, what.truth));
    } catch (const Interrupted&) {
      throw;
    } catch (const Contradiction&) {
      throw;  // of certified values: no failure of the approximation
    } catch (const std::exception& e) {
      why = e.what();
    }
  } else if (!named) {
    return;
  }
  answers.give(headed("refused", what.method, what.words).add("why", why));
}

int run_judge(const Quantity& quantity, const Arguments& arguments) {
  const CommonOptions& common = arguments.quantity.common;
  AnswerWriter answers(format_of(common.format), kJudgeText);
  const bool numbers_alone = arguments.with.empty() && !arguments.answers.empty();
  const std::vector<const ApproximationEntry*> methods =
      numbers_alone ? std::vector<const ApproximationEntry*>{} : chosen(arguments.with);
  const std::vector<Rational> said = read_values("answer", arguments.answers);
  const Composition composition = Composition::parse(mechanism_asked(arguments.quantity));
  const Direction direction =
      quantity.forward_only() ? Direction::forward : direction_asked(arguments.quantity);
  std::vector<Rational> points{Rational(0)};
  const std::string argument = quantity.argument();
  if (!argument.empty()) points = read_values(argument, arguments.quantity.at);
  Watch watch(common, points.size() == 1);
  PrivacyProfile profile(composition, direction, common.engine);
  answers.give(AnswerBuilder("heading")
                   .add("mechanism",
                        mechanism_heading(arguments.quantity.mechanism, composition.expression()))
                   .add("direction", direction_name(direction))
                   .for_people());
  for (const Rational& at : points) {
    const ValueRequest words{quantity.name,
                             argument,
                             at.text(),
                             composition.expression(),
                             "",
                             direction_name(direction)};
    const Stopwatch clock;
    const Extended truth = [&] {
      const Watch::Work work(watch, "the truth", [&answers] { return answers.finish(); });
      return refined(quantity, profile, Real(at), watch.effort());
    }();
    if (truth.is_infinite()) {
      answers.refuse(truth.why());
      continue;
    }
    answers.give(value_answer(words, {truth, common.digits, clock.seconds()}));
    for (const Rational& number : said) answers.give(judged_number(number, words, *truth));
    ApproximationRequest asked{composition, {}, direction, quantity.name, at, {}, true};
    for (const ApproximationEntry* method : methods) {
      judge_one({*method, asked, words, *truth}, !arguments.with.empty(), watch, answers);
    }
  }
  return answers.finish();
}

}  // namespace

void add_judge_command(Command& app, int& exit_code) {
  Command* command = app.add_subcommand(
      "judge",
      "compare approximations (RDP, central limit theorems, ...) or your number with the truth");
  command->require_subcommand(1);
  command->footer(
      "Example: plumbline judge delta 'subsampled_gaussian(sigma=1,p=0.01)^1000' --epsilon 1 "
      "--with renyi,clt");
  for (const Quantity* quantity : profile_quantities()) {
    const auto a = std::make_shared<Arguments>();
    Command* one = add_quantity_words(*command, *quantity, a->quantity, "judge ", " --with clt");
    one->add_option("--with", a->with,
                    "names from `plumbline list approximations` (default: all that can answer)")
        ->expected(1, -1)
        ->delimiter(',');
    one->add_option("--answer", a->answers,
                    "numbers from elsewhere to compare with the truth (exit code 1 if one promises "
                    "too much privacy)")
        ->expected(1, -1)
        ->delimiter(',');
    one->callback([quantity, a, &exit_code] { exit_code = run_judge(*quantity, *a); });
  }
}

}  // namespace plumbline
