/// The command `judge`: compares the values of approximations, and numbers of the user, with the certified value.
#include <fmt/core.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/judging/judged_answers.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "verify/approximations/divergence_by_profile.hpp"
#include "verify/approximations/judged_methods.hpp"

namespace plumbline {
namespace {

struct Arguments {
  QuantityArguments quantity;
  std::vector<std::string> with, answers;
};

const TextLayout kJudgeText = {
    {"heading", "{mechanism}, {direction}\n"},
    {"value", kValueLine},
    {"judged",
     "  {approximation:<18} {said:<24}[ error {shown}, {percent}][  {words}]"
     "[; {band_words}]\n"},
    {"refused", "  {approximation:<18} {why}\n"}};

/// Returns the named approximations in the order of the names; all approximations if no name is given.
std::vector<const ApproximationEntry*> chosen(const std::vector<std::string>& names) {
  std::vector<const ApproximationEntry*> out;
  for (const std::string& name : names) out.push_back(&find_approximation(name));
  if (!names.empty()) return out;
  for (const ApproximationEntry& entry : judged_methods()) out.push_back(&entry);
  return out;
}

struct JudgeRequest {
  const ApproximationEntry& method;
  const ApproximationRequest& asked;
  const ValueRequest& words;
  const Certified& truth;
};

/// Judges one approximation. If the method does not support the question, the reason is printed only if the user named
/// the method (`named`). If the method fails, the reason is always printed.
void judge_one(const JudgeRequest& what, bool named, Watch& watch, AnswerWriter& answers) {
  std::string why = refusal_of(what.method, what.asked);
  if (why.empty()) {
    try {
      const ApproximationResult result = [&] {
        const Watch::Work work(watch, what.method.name, [&answers] { return answers.finish(); });
        return run_method(what.method, what.asked);
      }();
      return answers.give(judged_answer(what.method, what.words, result, what.truth));
    } catch (const Interrupted&) {
      throw;
    } catch (const Contradiction&) {
      throw;  // an error of certified values, not of the approximation
    } catch (const std::exception& e) {
      why = e.what();
    }
  } else if (!named) {
    return;
  }
  answers.give(headed("refused", what.method.name, what.words).add("why", why));
}

/// The question that the methods answer: one quantity of a mechanism, or the divergence of two.
struct JudgeSubject {
  const Quantity& quantity;
  Composition composition;
  std::optional<Composition> other;
  Direction direction;

  ValueRequest words(const Rational& at) const {
    return {quantity.name,
            quantity.argument(),
            at.text(),
            composition.expression(),
            other ? other->expression() : "",
            direction_name(direction)};
  }
};

JudgeSubject subject_of(const Quantity& quantity, const Arguments& arguments) {
  const QuantityArguments& asked = arguments.quantity;
  if (!asked.other.empty()) {
    if (asked.hyperprior != "none") {
      throw std::invalid_argument("--hyperprior: the methods give no weighted divergence");
    }
    return {quantity, Composition::parse(asked.mechanism), Composition::parse(asked.other),
            direction_of(asked.common.direction)};
  }
  return {quantity, Composition::parse(mechanism_asked(asked)), std::nullopt,
          quantity.forward_only() ? Direction::forward : direction_asked(asked)};
}

/// Returns the function that computes the certified value at a point.
std::function<Extended(const Rational&, const Effort&)> truth_of(const JudgeSubject& subject,
                                                                 const CommonOptions& common) {
  if (subject.other) {
    const Query query{.quantity = subject.quantity.name,
                      .mechanism = subject.composition.expression(),
                      .other = subject.other->expression(),
                      .direction = subject.direction,
                      .digits = common.digits,
                      .engine = common.engine};
    return [query](const Rational&, const Effort& effort) {
      return Extended(answer(query, effort).value);
    };
  }
  const auto profile =
      std::make_shared<PrivacyProfile>(subject.composition, subject.direction, common.engine);
  return [profile, &quantity = subject.quantity](const Rational& at, const Effort& effort) {
    return refined(quantity, *profile, Real(at), effort);
  };
}

AnswerRecord heading_of(const JudgeSubject& subject, const Arguments& arguments) {
  const std::string first =
      mechanism_heading(arguments.quantity.mechanism, subject.composition.expression());
  const std::string second = subject.other ? " || " + subject.other->expression() : "";
  return AnswerBuilder("heading")
      .add("mechanism", first + second)
      .add("direction", direction_name(subject.direction))
      .for_people();
}

int run_judge(const Quantity& quantity, const Arguments& arguments) {
  const CommonOptions& common = arguments.quantity.common;
  AnswerWriter answers(format_of(common.format), kJudgeText);
  const bool numbers_alone = arguments.with.empty() && !arguments.answers.empty();
  const std::vector<const ApproximationEntry*> methods =
      numbers_alone ? std::vector<const ApproximationEntry*>{} : chosen(arguments.with);
  const std::vector<Rational> said = read_values("answer", arguments.answers);
  const JudgeSubject subject = subject_of(quantity, arguments);
  std::vector<Rational> points{Rational(0)};
  const std::string argument = quantity.argument();
  if (!argument.empty()) points = read_values(argument, arguments.quantity.at);
  Watch watch(common, points.size() == 1);
  const auto truth_at = truth_of(subject, common);
  answers.give(heading_of(subject, arguments));
  for (const Rational& at : points) {
    const ValueRequest words = subject.words(at);
    const Stopwatch clock;
    const Extended truth = [&] {
      const Watch::Work work(watch, "the truth", [&answers] { return answers.finish(); });
      return truth_at(at, watch.effort());
    }();
    if (truth.is_infinite()) {
      answers.refuse(truth.why());
      continue;
    }
    answers.give(value_answer(words, {truth, common.digits, clock.seconds()}));
    for (const Rational& number : said) answers.give(judged_number(number, words, *truth));
    const ApproximationRequest asked{
        subject.composition, subject.other, subject.direction, quantity.name, at, {}, true};
    for (const ApproximationEntry* method : methods) {
      judge_one({*method, asked, words, *truth}, !arguments.with.empty(), watch, answers);
    }
  }
  return answers.finish();
}

void add_judge_options(Command& command, const Quantity& quantity,
                       const std::shared_ptr<Arguments>& a, int& exit_code) {
  command
      .add_option("--with", a->with,
                  "names from `plumbline list approximations` (default: all that can answer)")
      ->expected(1, -1)
      ->delimiter(',');
  command
      .add_option("--answer", a->answers,
                  "numbers from elsewhere to compare with the truth (exit code 1 if one promises "
                  "too much privacy)")
      ->expected(1, -1)
      ->delimiter(',');
  command.callback([&quantity, a, &exit_code] { exit_code = run_judge(quantity, *a); });
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
    add_judge_options(*one, *quantity, a, exit_code);
  }
  const auto a = std::make_shared<Arguments>();
  Command* divergence =
      add_divergence_words(*command, a->quantity, "judge ", " --with edgeworth1,pld_connect_dots");
  add_judge_options(*divergence, required_quantity("divergence"), a, exit_code);
}

}  // namespace plumbline
