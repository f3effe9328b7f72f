/// The words of `calibrate`, shared by `certify`, and its answer.
#pragma once

#include "app/options/common_options.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {

struct CalibrateArguments {
  CommonOptions common;
  std::string mechanism, vary;
  bool safe = false;  ///< a double that meets the target is all that is printed
  /// The options of targets, as written; empty where not given.
  std::string epsilon, delta, advantage, gamma, kappa, bayes, prior, alpha, beta, mu, within;
  std::string tpr, fpr;  ///< in an attacker's words: alpha is fpr, beta is 1 - tpr
};

inline const std::string kUsualWithin = "1e-4";  ///< of --mu

Command* add_calibrate_words(Command& app, CalibrateArguments& arguments,
                             const std::string& before = "", const std::string& after = "");

/// The numbers of the one target that is given, as written. Throws std::invalid_argument unless it
/// is one, and whole.
NamedTexts written_target(const CalibrateArguments& arguments);
/// All that are given, one at least.
std::vector<NamedTexts> written_targets(const CalibrateArguments& arguments);
/// Returns the targets, exact.
NamedReals exact_target(const NamedTexts& written);
Direction direction_for(const PrivacyTarget& target, const std::string& direction);

struct CalibrationFound {
  const Family& family;
  const NamedTexts& target;  ///< in canonical form
  Direction direction;
  const Answer& found;
  int digits;
  std::string typed{};  ///< the mechanism as it was written
};
AnswerRecord calibration_answer(const CalibrationFound& what, double seconds);
TextLayout calibration_text();

/// Throws std::invalid_argument unless fpr < tpr < 1, in the numbers that were typed.
void require_tpr_above_fpr(const Rational& tpr, const Rational& fpr);

}  // namespace plumbline
