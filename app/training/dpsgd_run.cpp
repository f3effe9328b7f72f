#include <stdexcept>

#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "app/training/dpsgd_words.hpp"
#include "app/training/loader_run.hpp"
#include "app/training/loader_verdict.hpp"
#include "app/training/training_mechanism.hpp"
#include "app/training/training_target.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/ask.hpp"
#include "verify/statement/number_tokens.hpp"

namespace plumbline {

std::vector<DpsgdQuestion> dpsgd_questions(const DpsgdArguments& arguments) {
  const std::string delta = read_value("delta", arguments.delta).text();
  std::vector<DpsgdQuestion> out = {{"epsilon", delta, "epsilon at delta = " + shown_number(delta)},
                                    {"advantage", "", "membership advantage, max TPR - FPR"}};
  for (const Rational& fpr : read_values("fpr", arguments.fprs)) {
    if (fpr.sign() < 0 || fpr > Rational(1)) {
      throw std::invalid_argument("fpr must be in [0, 1], got " + fpr.text());
    }
    out.push_back({"power", fpr.text(), "TPR at FPR = " + shown_number(fpr.text()), "tpr", "fpr"});
  }
  const std::string kappa =
      arguments.kappa.empty() ? "1e-4" : read_value("kappa", arguments.kappa).text();
  out.push_back(
      {"rero", kappa,
       "ReRo, reconstruction success where blind guessing has kappa = " + shown_number(kappa)});
  return out;
}

namespace {

/// Returns what is reported beside the run: the known pair of data sets with the largest epsilon, and the mechanism
/// that an accountant for Poisson sampling evaluates. Empty if the epsilon of such an accountant is proved for the run.
std::vector<DpsgdBeside> beside_of(const LoaderRun& run, const DpsgdArguments& arguments,
                                   Watch& watch) {
  if (run.told.empty()) return {};
  const Quantity& quantity = required_quantity("epsilon");
  const Real delta(read_value("delta", arguments.delta));
  const auto epsilon = [&](const std::string& mechanism) {
    PrivacyProfile profile(Composition::parse(mechanism), direction_of(arguments.common.direction),
                           arguments.common.engine);
    try {
      return refined(quantity, profile, delta, watch.effort(run.members.size() + 2));
    } catch (const Interrupted&) {  // interrupted before any result
      return Extended(certain_before(quantity, profile.engine_name()));
    }
  };
  std::vector<DpsgdBeside> out;
  std::optional<Extended> most;
  for (const LoaderMember& one : run.members) {
    const Extended next = epsilon(one.mechanism);
    if (most && !certainly_more(next, *most)) continue;
    most = next;
    out = {{one.mechanism, "at_least", "epsilon that some data sets have (" + one.which + ")"}};
  }
  const Extended proved = epsilon(run.mechanism), told = epsilon(run.told);
  if (run.attained) most = proved;
  if (loader_verdict({told, proved, most, run.told_holds}, run.about).word == "sound") return {};
  out.push_back({run.told, "accountant", "epsilon as an accountant of Poisson sampling has it"});
  return out;
}

}  // namespace

DpsgdRun dpsgd_run(const DpsgdArguments& given) {
  const DpsgdArguments arguments = with_loader(given);
  const NamedTexts target = training_target(arguments);
  std::string sigma = arguments.sigma;
  if (!target.empty()) {
    Watch watch(arguments.common, true);
    sigma = fitting_noise(arguments, target, watch).sigma;
  }
  const TrainingMechanism made = training_mechanism(arguments, sigma);
  DpsgdRun out{made.mechanism, dpsgd_questions(arguments), made.assumes, made.note};
  out.attained = made.attained;
  if (!arguments.loader.empty()) {
    Watch watch(arguments.common, false);
    const LoaderRun run = loader_run(arguments, read_value("sigma", sigma).text());
    out.beside = beside_of(run, arguments, watch);
  }
  return out;
}

}  // namespace plumbline
