/// `dpsgd` and `federated` compute the privacy of a training run from its usual parameters.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "app/training/dpsgd_words.hpp"
#include "app/training/loader_run.hpp"
#include "app/training/loader_verdict.hpp"
#include "app/training/training_mechanism.hpp"
#include "app/training/training_target.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

using Arguments = DpsgdArguments;

using Asked = DpsgdQuestion;

std::string command_for(const Asked& asked, const Quantity& quantity, const std::string& mechanism,
                        const std::string& direction) {
  const std::string& command = asked.command.empty() ? quantity.name : asked.command;
  std::string out = fmt::format("plumbline {} '{}'", command, mechanism);
  if (!quantity.arguments.empty()) {
    out += " --" + (asked.option.empty() ? quantity.argument() : asked.option) + " " + asked.at;
  }
  if (!quantity.forward_only() && direction != direction_name(Direction::worst))
    out += " --direction " + direction;
  return out;
}

const TextLayout kTrainingText = {
    {"heading",
     "[sigma = {sigma} is certified to meet the target {target}; the minimum is only slightly "
     "smaller.\n]"
     "{mechanism}, {direction}\n{assumes}\n[Note: {note}.\n]"},
    {"value",
     "{label}: {value}   {value.sharpness}, {value.seconds}{value.asked}\n[    {no_loss}\n]"
     "    {command}\n"},
    {"verdict", "{verdict}\n"}};

struct TrainingRequest {
  const Arguments& arguments;
  const TrainingMechanism& sampling;
  Watch& watch;
  PrivacyProfile as_asked, forward;
  std::vector<Asked> asked;
  std::string engine;  ///< name of the requested engine
  std::string sigma;   ///< sigma of the run, stated or calibrated

  PrivacyProfile& profile(const Quantity& quantity) {
    return quantity.forward_only() ? forward : as_asked;
  }
};

Real place_of(const Asked& asked) {
  return asked.at.empty() ? Real(Rational(0)) : Real(Rational::parse(asked.at));
}

void give(TrainingRequest& request, const Asked& asked, const Extended& value, double seconds,
          AnswerWriter& answers) {
  const CommonOptions& common = request.arguments.common;
  const Quantity& quantity = required_quantity(asked.quantity);
  const PrivacyProfile& profile = request.profile(quantity);
  answers.give(
      value_answer({quantity.name, quantity.argument(), place_of(asked).text(),
                    profile.composition().expression(), "", direction_name(profile.direction())},
                   {value, common.digits, seconds}, asked.label)
          .add("label", asked.label)
          .add("sigma", request.sigma)
          .add("sampling", request.arguments.loader.empty() ? request.arguments.sampling : "loader")
          .add("command",
               command_for(asked, quantity, request.sampling.mechanism, common.direction)));
}

/// Answers the i-th question. If the command must end during this question, answers the later ones by trivial bounds.
Extended answer(TrainingRequest& request, size_t i, AnswerWriter& answers) {
  const Asked& asked = request.asked[i];
  const Quantity& quantity = required_quantity(asked.quantity);
  PrivacyProfile& profile = request.profile(quantity);
  const Stopwatch watch;
  const auto nothing = [&request](const Asked& one) {
    return certain_before(required_quantity(one.quantity), request.engine);
  };
  const auto otherwise = [&](const Extended& best) {
    return [&, best] {
      give(request, asked, best, watch.seconds(), answers);
      for (size_t k = i + 1; k < request.asked.size(); ++k) {
        give(request, request.asked[k], nothing(request.asked[k]), 0, answers);
      }
      return answers.finish();
    };
  };
  Extended value = nothing(asked);
  try {
    Watch::Work work(request.watch, asked.label, otherwise(value));
    value =
        refined(quantity, profile, place_of(asked), request.watch.effort(request.asked.size() - i),
                [&](const Extended& best) { work.otherwise(otherwise(best)); });
  } catch (const Interrupted&) {  // then `value` is the trivial bound
  }
  give(request, asked, value, watch.seconds(), answers);
  if (request.arguments.common.explain) fmt::print(stderr, "{}\n", profile.explain());
  return value;
}

/// The epsilon of another mechanism, at the delta of the run.
struct Beside {
  std::string mechanism;
  Extended value;
  double seconds;
};

Beside beside(TrainingRequest& request, const std::string& mechanism, const std::string& label,
              AnswerWriter& answers) {
  const CommonOptions& common = request.arguments.common;
  const Quantity& quantity = required_quantity("epsilon");
  PrivacyProfile profile(Composition::parse(mechanism), direction_of(common.direction),
                         common.engine);
  const Stopwatch watch;
  Extended value = certain_before(quantity, profile.engine_name());
  try {
    Watch::Work work(request.watch, label, [&answers] {
      answers.not_reached();
      return answers.finish();
    });
    value = refined(quantity, profile, place_of(request.asked.front()),
                    request.watch.effort(request.asked.size()));
  } catch (const Interrupted&) {  // then `value` is the trivial bound
  }
  return {mechanism, value, watch.seconds()};
}

AnswerBuilder answer_beside(const TrainingRequest& request, const Beside& one,
                            const std::string& role, const std::string& label) {
  const CommonOptions& common = request.arguments.common;
  const Quantity& quantity = required_quantity("epsilon");
  const Asked& asked = request.asked.front();
  return value_answer({quantity.name, quantity.argument(), place_of(asked).text(),
                       Composition::parse(one.mechanism).expression(), "", common.direction},
                      {one.value, common.digits, one.seconds}, label)
      .add("label", label)
      .add("role", role)
      .add("sigma", request.sigma)
      .add("sampling", "loader")
      .add("command", command_for(asked, quantity, one.mechanism, common.direction));
}

/// Writes the epsilon that some data sets attain. Judges the epsilon that an accountant for Poisson sampling states.
void judge_call(TrainingRequest& request, const Extended& proved, const LoaderRun& run,
                AnswerWriter& answers) {
  std::optional<Extended> member;
  if (run.attained) member = proved;
  std::optional<Beside> best;
  std::string which;
  for (const LoaderMember& one : run.members) {
    const Beside next = beside(request, one.mechanism, "what some data sets have", answers);
    if (best && !certainly_more(next.value, best->value)) continue;
    best = next;
    which = one.which;
  }
  if (best) {
    answers.give(answer_beside(request, *best, "at_least",
                               "epsilon that some data sets have (" + which + ")"));
    member = best->value;
  }
  if (run.told.empty()) return;
  const std::string label = "epsilon as an accountant of Poisson sampling has it";
  const Beside call = beside(request, run.told, label, answers);
  const LoaderVerdict verdict =
      loader_verdict({call.value, proved, member, run.told_holds}, run.about);
  answers.give(answer_beside(request, call, "accountant", label)
                   .add("verdict", verdict.word)
                   .add("sentence", verdict.sentence));
  answers.give(AnswerBuilder("verdict").add("verdict", verdict.sentence).for_people());
}

int answer_all(const Arguments& arguments, const std::string& sigma, const std::string& target,
               Watch& watch, AnswerWriter& answers) {
  const CommonOptions& common = arguments.common;
  const TrainingMechanism sampling = training_mechanism(arguments, sigma);
  const Composition composition = Composition::parse(sampling.mechanism);
  const Direction direction = direction_of(common.direction);
  PrivacyProfile profile(composition, direction, common.engine);
  const std::string engine = profile.engine_name();
  TrainingRequest request{arguments,
                          sampling,
                          watch,
                          std::move(profile),
                          PrivacyProfile(composition, Direction::forward, common.engine),
                          dpsgd_questions(arguments),
                          engine,
                          sigma};
  AnswerBuilder heading("heading");
  if (!target.empty()) heading.add("sigma", sigma).add("target", target);
  answers.give(heading.add("mechanism", sampling.mechanism)
                   .add("direction", direction_name(direction))
                   .add("assumes", sampling.assumes)
                   .add("note", sampling.note)
                   .for_people());
  const bool loader = !arguments.loader.empty();
  for (size_t i = 0; i < request.asked.size(); ++i) {
    const Extended value = answer(request, i, answers);
    if (loader && i == 0) judge_call(request, value, loader_run(arguments, sigma), answers);
  }
  return answers.finish();
}

int run(const Arguments& given) {
  const Arguments arguments = with_loader(given);
  AnswerWriter answers(format_of(arguments.common.format), kTrainingText);
  const NamedTexts target = training_target(arguments);
  training_mechanism(arguments, "?");  // rejects invalid options before any computation
  Watch watch(arguments.common, true);
  if (target.empty()) {
    const std::string sigma = read_value("sigma", arguments.sigma).text();
    return answer_all(arguments, sigma, "", watch, answers);
  }
  try {
    const FittingNoise noise = fitting_noise(arguments, target, watch);
    return answer_all(arguments, noise.sigma, noise.target, watch, answers);
  } catch (const NoNoiseFound& e) {
    answers.refuse(e.what());
    return kNotReached;
  }
}

}  // namespace

void add_dpsgd_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  add_dpsgd_words(app, *a)->callback([a, &exit_code] { exit_code = run(*a); });
}

void add_federated_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  add_federated_words(app, *a)->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
