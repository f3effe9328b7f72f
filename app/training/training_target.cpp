#include "app/training/training_target.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "app/options/calibrate_words.hpp"
#include "app/running/values.hpp"
#include "app/training/training_mechanism.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/session.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

void need_bound(bool fine, const std::string& name, const std::string& range, const Rational& got) {
  if (fine) return;
  throw std::invalid_argument("--" + name + " must be " + range + ", got " + got.text());
}

/// Throws std::invalid_argument if a bound is out of range; the message contains the number.
void check_bounds(const DpsgdArguments& a) {
  const Rational zero(0), one(1);
  if (!a.epsilon.empty()) {
    const Rational epsilon = read_value("epsilon", a.epsilon);
    need_bound(epsilon >= zero, "epsilon", "at least 0", epsilon);
  }
  if (!a.advantage.empty()) {
    const Rational advantage = read_value("advantage", a.advantage);
    need_bound(advantage > zero && advantage < one, "advantage", "in (0, 1)", advantage);
  }
  if (!a.gamma.empty()) {
    const Rational gamma = read_value("gamma", a.gamma), kappa = read_value("kappa", a.kappa);
    need_bound(gamma > kappa && gamma < one, "gamma",
               "in (kappa, 1): guessing alone succeeds with kappa = " + kappa.text(), gamma);
  }
}

/// Returns the bound times 1 - 10^-digits, as an exact text. Because of this reduction, the upper ends of all answers
/// about the run meet the bound even after they are rounded up for output.
std::string kept_bound(const DpsgdArguments& a, const std::string& name, const std::string& text) {
  const Rational bound = read_value(name, text);
  return (bound * (Rational(1) - power_of_ten(-a.common.digits))).text();
}

/// Returns the target TPR at an FPR in the form of `calibrate`: f(fpr) >= 1 - tpr.
NamedTexts rate_target(const DpsgdArguments& a) {
  if (a.fprs.size() != 1) {
    throw std::invalid_argument(
        "--tpr is a target at one --fpr; write for example --tpr 0.02 --fpr 0.01");
  }
  require_tpr_above_fpr(read_value("tpr", a.tpr), read_value("fpr", a.fprs.front()));
  const Rational tpr = Rational::parse(kept_bound(a, "tpr", a.tpr));
  return {{"alpha", read_value("fpr", a.fprs.front()).text()},
          {"beta", (Rational(1) - tpr).text()}};
}

}  // namespace

namespace {

/// Returns the target as typed.
std::string target_text(const DpsgdArguments& a) {
  if (!a.epsilon.empty()) return "epsilon = " + a.epsilon + " at delta = " + a.delta;
  if (!a.advantage.empty()) return "advantage = " + a.advantage;
  if (!a.tpr.empty()) return "TPR = " + a.tpr + " at FPR = " + a.fprs.front();
  return "gamma = " + a.gamma + " at kappa = " + a.kappa;
}

}  // namespace

NamedTexts training_target(const DpsgdArguments& a) {
  if (!a.gamma.empty() && a.kappa.empty()) {
    throw std::invalid_argument("a target needs --gamma and --kappa together");
  }
  check_bounds(a);
  std::vector<NamedTexts> found;
  if (!a.epsilon.empty())
    found.push_back({{"epsilon", kept_bound(a, "epsilon", a.epsilon)}, {"delta", a.delta}});
  if (!a.advantage.empty())
    found.push_back({{"advantage", kept_bound(a, "advantage", a.advantage)}});
  if (!a.gamma.empty())
    found.push_back({{"kappa", a.kappa}, {"gamma", kept_bound(a, "gamma", a.gamma)}});
  if (!a.tpr.empty()) found.push_back(rate_target(a));
  const size_t given = found.size() + (a.sigma.empty() ? 0 : 1);
  if (given == 1) return found.empty() ? NamedTexts{} : found.front();
  throw std::invalid_argument(
      given == 0
          ? "--sigma is missing, or a target in its place: --epsilon E, --advantage A, --tpr "
            "T --fpr F, or --gamma G --kappa K"
          : "give --sigma or one target (--epsilon, --advantage, --tpr, --gamma), not more");
}

FittingNoise fitting_noise(const DpsgdArguments& arguments, const NamedTexts& target,
                           Watch& watch) {
  const Family family(training_mechanism(arguments, "?").mechanism, "");
  const NamedReals numbers = exact_target(target);
  const PrivacyTarget wanted = target_of(numbers);
  const Direction direction = direction_for(wanted, arguments.common.direction);
  const Query query{.quantity = "calibrate",
                    .mechanism = family.expression(),
                    .direction = direction,
                    .at = exact_texts(numbers),
                    .options = {{"vary", family.parameter()}},
                    .digits = arguments.common.digits,
                    .engine = arguments.common.engine};
  const std::string none =
      "no noise is certified to meet the target within the limit of time; allow more with "
      "--timeout";
  const auto otherwise = [&none] {
    fmt::print(stderr, "plumbline: {}\n", none);
    return static_cast<int>(kNotReached);
  };
  const Answer found = [&] {
    Watch::Work work(watch, "sigma of " + family.expression(), otherwise);
    return Session().answer(query, watch.effort());
  }();
  if (!found.safe_double) throw NoNoiseFound(none);
  return {safe_text(*found.safe_double, family.order()), target_text(arguments)};
}

}  // namespace plumbline
