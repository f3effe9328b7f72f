/// `dpsgd`: from the numbers of a training run to what they mean for privacy.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/dpsgd_words.hpp"
#include "app/value_answer.hpp"
#include "app/values.hpp"
#include "app/watch.hpp"
#include "reference/quantities/neighbours.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {
namespace {

constexpr int kUsualDigits = 6;

using Arguments = DpsgdArguments;

/// The numbers of a training run.
struct Training {
  Rational sigma, batch, dataset, epochs;

  Rational steps_of_an_epoch() const { return -floor(-(dataset / batch)); }
};

/// How batches are drawn: the mechanism, and what is assumed in words.
struct Sampling {
  std::string mechanism, assumes, note{};
};

std::string power_of(const std::string& mechanism, const Rational& runs) {
  return runs == Rational(1) ? mechanism : mechanism + "^" + runs.text();
}

/// Steps in which every record is with probability `rate`, as written.
std::string poisson_steps(const Training& run, const std::string& rate, const Rational& steps) {
  const std::string sigma = run.sigma.text();
  const bool all = Rational::parse(rate) == Rational(1);
  return power_of(all ? "gaussian(sigma=" + sigma + ")"
                      : "subsampled_gaussian(sigma=" + sigma + ",p=" + rate + ")",
                  steps);
}

void need_whole_epochs(const Training& run) {
  if (run.epochs.is_integer()) return;
  throw std::invalid_argument("--epochs must be a whole number for this sampling, got " +
                              run.epochs.text());
}

Sampling poisson(const Training& run) {
  const std::string rate = run.batch.text() + "/" + run.dataset.text();
  const Rational exact = run.epochs * run.dataset / run.batch, steps = -floor(-exact),
                 loader = run.steps_of_an_epoch();
  std::string assumes = fmt::format(
      "Poisson sampling: every record is in every step's batch with probability p = B/N = {}, "
      "independently of all else; {} steps = N E / B",
      rate, steps.text());
  if (!(steps == exact)) assumes += " rounded up";
  assumes += ". Neighbours differ in one record, added or removed.";
  std::string note;
  if (!(run.dataset / run.batch).is_integer()) {
    note = fmt::format(
        "Opacus takes p = 1/ceil(N/B) = 1/{} and ceil(N/B) steps an epoch: that is another run, "
        "--sampling poisson-loader",
        loader.text());
  }
  return {poisson_steps(run, rate, steps), assumes, note};
}

Sampling poisson_loader(const Training& run) {
  need_whole_epochs(run);
  const Rational loader = run.steps_of_an_epoch(), steps = loader * run.epochs;
  return {
      poisson_steps(run, "1/" + loader.text(), steps),
      fmt::format(
          "Poisson sampling as Opacus does it: every record is in every step's batch with "
          "probability p = 1/ceil(N/B) = 1/{}, independently of all else; {} steps = E ceil(N/B). "
          "Neighbours differ in one record, added or removed.",
          loader.text(), steps.text()),
      (run.dataset / run.batch).is_integer()
          ? ""
          : "p = B/N with N E / B steps is another run: --sampling poisson"};
}

Sampling fixed_batch(const Training& run) {
  need_whole_epochs(run);
  return {
      power_of("gaussian(sigma=" + run.sigma.text() + ")", run.epochs),
      "Fixed batches: every record is in exactly one batch of each epoch, in any order; nothing "
      "is gained from shuffling, which may be known. Neighbours differ in one record, whose "
      "gradient counts as zero in one of them (the batches stay the same).",
      "batches of fixed size drawn at random in each step have no proven pair here, and Poisson "
      "sampling does not bound them"};
}

Sampling random_allocation(const Training& run) {
  need_whole_epochs(run);
  const std::string t = run.steps_of_an_epoch().text();
  return {
      power_of("random_allocation(sigma=" + run.sigma.text() + ",t=" + t + ")", run.epochs),
      fmt::format("Random allocation: in each epoch every record is in one of t = ceil(N/B) = {} "
                  "steps, chosen at random, independently of all else. Neighbours differ in one "
                  "record, added or removed.",
                  t)};
}

struct SamplingWords {
  std::string name;
  Sampling (*of)(const Training&);
};
const std::vector<SamplingWords>& samplings() {
  static const std::vector<SamplingWords> all = {{"poisson", poisson},
                                                 {"poisson-loader", poisson_loader},
                                                 {"fixed-batch", fixed_batch},
                                                 {"random-allocation", random_allocation}};
  return all;
}

Training read_training(const Arguments& arguments) {
  const Training out{read_value("sigma", arguments.sigma), read_value("batch", arguments.batch),
                     read_value("dataset", arguments.dataset),
                     read_value("epochs", arguments.epochs)};
  const auto need = [](bool fine, const std::string& name, const std::string& range,
                       const Rational& value) {
    if (fine) return;
    throw std::invalid_argument("--" + name + " must be " + range + ", got " + value.text());
  };
  need(out.sigma.sign() > 0, "sigma", "above 0", out.sigma);
  whole_number("batch", out.batch, 1, 12);
  whole_number("dataset", out.dataset, 1, 12);
  need(out.dataset >= out.batch, "dataset", "no smaller than the batch", out.dataset);
  need(out.epochs.sign() > 0, "epochs", "above 0", out.epochs);
  return out;
}

using Asked = DpsgdQuestion;

std::vector<Asked> asked_of(const std::string& delta) {
  return {{"epsilon", delta, "epsilon at delta = " + delta},
          {"advantage", "", "membership advantage, max TPR - FPR"},
          {"power", "0.001", "TPR at FPR = 0.001", "tpr", "fpr"},
          {"power", "0.01", "TPR at FPR = 0.01", "tpr", "fpr"},
          {"rero", "1e-4", "ReRo, best attack where chance has kappa = 1e-4"}};
}

std::string command_for(const Asked& asked, const Quantity& quantity, const std::string& mechanism,
                        const std::string& direction) {
  const std::string& command = asked.command.empty() ? quantity.name : asked.command;
  std::string out = fmt::format("plumbline {} '{}'", command, mechanism);
  if (!quantity.arguments.empty()) {
    out += " --" + (asked.option.empty() ? quantity.argument() : asked.option) + " " + asked.at;
  }
  if (!quantity.forward_only() && direction != "worst") out += " --direction " + direction;
  return out;
}

const TextLayout kTrainingText = {
    {"heading", "{mechanism}, {direction}\n{assumes}\n[Note: {note}.\n]"},
    {"value",
     "{label}: {value}   {value.sharpness}, {value.seconds}{value.asked}\n"
     "    {command}\n"}};

struct TrainingRequest {
  const Arguments& arguments;
  const Sampling& sampling;
  Watch& watch;
  PrivacyProfile as_asked, forward;
  std::vector<Asked> asked;
  std::string engine;  ///< as asked first

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
          .add("sampling", request.arguments.sampling)
          .add("command",
               command_for(asked, quantity, request.sampling.mechanism, common.direction)));
}

/// The i-th of what is asked; where the command must end within it, all that follow as well.
void answer(TrainingRequest& request, size_t i, AnswerWriter& answers) {
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
  } catch (const Interrupted&) {  // before anything was known
  }
  give(request, asked, value, watch.seconds(), answers);
  if (request.arguments.common.explain) fmt::print(stderr, "{}\n", profile.explain());
}

Sampling sampling_of(const Arguments& arguments) {
  const Training training = read_training(arguments);
  const auto words =
      std::find_if(samplings().begin(), samplings().end(),
                   [&](const SamplingWords& one) { return one.name == arguments.sampling; });
  return words->of(training);
}

int run(const Arguments& arguments) {
  const CommonOptions& common = arguments.common;
  AnswerWriter answers(format_of(common.format), kTrainingText);
  const Sampling sampling = sampling_of(arguments);
  const Rational delta = read_value("delta", arguments.delta);
  const Composition composition = Composition::parse(sampling.mechanism);
  const Direction direction = direction_of(common.direction);
  Watch watch(common, true);
  PrivacyProfile profile(composition, direction, common.engine);
  const std::string engine = profile.engine_name();
  TrainingRequest request{arguments,
                          sampling,
                          watch,
                          std::move(profile),
                          PrivacyProfile(composition, Direction::forward, common.engine),
                          asked_of(delta.text()),
                          engine};
  answers.give(AnswerBuilder("heading")
                   .add("mechanism", sampling.mechanism)
                   .add("direction", direction_name(direction))
                   .add("assumes", sampling.assumes)
                   .add("note", sampling.note)
                   .for_people());
  for (size_t i = 0; i < request.asked.size(); ++i) answer(request, i, answers);
  return answers.finish();
}

}  // namespace

DpsgdRun dpsgd_run(const DpsgdArguments& arguments) {
  return {sampling_of(arguments).mechanism, asked_of(read_value("delta", arguments.delta).text())};
}

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before,
                         const std::string& after) {
  DpsgdArguments* const a = &arguments;
  a->common.digits = kUsualDigits;
  Command* command = app.add_subcommand(
      "dpsgd", "DP-SGD training: epsilon, advantage, attacks' TPR at low FPR, reconstruction");
  command
      ->add_option("--sigma", a->sigma, "noise multiplier: deviation of the noise / clipping norm")
      ->required();
  command->add_option("--batch", a->batch, "(expected) batch size B")->required();
  command->add_option("--dataset", a->dataset, "number of records N")->required();
  command->add_option("--epochs", a->epochs, "passes over the data E")->required();
  command->add_option("--delta", a->delta, "the delta at which epsilon is wanted")->required();
  std::vector<std::string> names;
  for (const SamplingWords& one : samplings()) names.push_back(one.name);
  command
      ->add_option("--sampling", a->sampling,
                   "how batches are drawn: poisson (p = B/N), poisson-loader (p = 1/ceil(N/B), as "
                   "Opacus), fixed-batch or random-allocation")
      ->check(one_of(names))
      ->capture_default_str();
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline " + before +
                  "dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5" + after);
  return command;
}

void add_dpsgd_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  add_dpsgd_words(app, *a)->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
