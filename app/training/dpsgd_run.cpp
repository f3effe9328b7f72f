#include <stdexcept>

#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "app/training/dpsgd_words.hpp"
#include "app/training/loader_run.hpp"
#include "app/training/training_mechanism.hpp"
#include "app/training/training_target.hpp"
#include "verify/certificates/audit_words.hpp"

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
      {"rero", kappa, "ReRo, best attack where chance has kappa = " + shown_number(kappa)});
  return out;
}

DpsgdRun dpsgd_run(const DpsgdArguments& given) {
  const DpsgdArguments arguments = with_loader(given);
  const NamedTexts target = training_target(arguments);
  std::string sigma = arguments.sigma;
  if (!target.empty()) {
    Watch watch(arguments.common, true);
    sigma = fitting_noise(arguments, target, watch, 1).sigma;
  }
  const TrainingMechanism made = training_mechanism(arguments, sigma);
  return {made.mechanism, dpsgd_questions(arguments), made.assumes, made.note};
}

}  // namespace plumbline
