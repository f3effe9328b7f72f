/// The options of `calibrate`, which `certify calibrate` shares, and the answer of `calibrate`.
#pragma once

#include "app/answers/renderer.hpp"
#include "app/options/common_options.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {

struct CalibrateArguments {
  CommonOptions common;
  std::string mechanism, vary;
  bool safe = false;  ///< print only a double that meets the target
  /// The options of a target, as typed; empty if absent.
  std::string epsilon, delta, advantage, gamma, kappa, bayes, prior, alpha, beta, mu, within;
  std::string tpr, fpr;  ///< a target in the terms of an attacker: fpr is alpha, tpr is 1 - beta
};

inline const std::string kUsualWithin = "1e-4";  ///< default of --within, for the target --mu

Command* add_calibrate_words(Command& app, CalibrateArguments& arguments,
                             const std::string& before = "", const std::string& after = "");

/// Returns the numbers of the target, as typed. Throws std::invalid_argument if there is no target, if there are
/// several, or if the target is incomplete.
NamedTexts written_target(const CalibrateArguments& arguments);
/// Returns all targets of the command line, at least one.
std::vector<NamedTexts> written_targets(const CalibrateArguments& arguments);
/// Returns the targets as exact numbers.
NamedReals exact_target(const NamedTexts& written);
Direction direction_for(const PrivacyTarget& target, const std::string& direction);

struct CalibrationFound {
  const Family& family;
  const NamedTexts& target;  ///< in canonical form
  Direction direction;
  const Answer& found;
  int digits;
  std::string typed{};  ///< the mechanism as typed
};
AnswerRecord calibration_answer(const CalibrationFound& what, double seconds);
TextLayout calibration_text();

/// Throws std::invalid_argument unless fpr < tpr < 1.
void require_tpr_above_fpr(const Rational& tpr, const Rational& fpr);

}  // namespace plumbline
