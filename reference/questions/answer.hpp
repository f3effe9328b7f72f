/// An answer: named enclosures, other findings, and how they were computed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/compared_profiles.hpp"

namespace plumbline {

struct NamedValue {
  std::string name;
  Certified value;
};

struct Answer {
  Certified value;                     ///< value of the quantity itself
  NamedTexts parameters{};             ///< parameters of the engine's last computation
  std::optional<std::string> prior{};  ///< the prior that attains the maximum of a divergence
  std::string explanation{};           ///< for --explain
  std::vector<NamedValue> values{};    ///< further numbers, each with its enclosure
  NamedTexts findings{};               ///< results that are not enclosures: a verdict, a safe value
  /// The verdict, for quantities whose result is a word ("cross"); otherwise empty.
  std::string word{};
  /// The difference of delta up to which the verdict of a comparison is correct; empty if it is exactly correct.
  std::string margin{};
  std::optional<Comparison> comparison{};  ///< ranges and verdict of a comparison, for printing
  std::optional<Rational> safe{};          ///< the safe value of a calibration as a number
  std::optional<double> safe_double{};     ///< the safe value as a double
  /// A parameter value at which a calibration could not decide if the mechanism meets the target. Empty if the digits
  /// were reached, or were missed for another reason.
  std::optional<Rational> undecided{};
  /// For some quantities, `value` is marked as reached if the value and all further numbers have their digits. For
  /// these quantities, `alone` is the same value, marked as reached if the value itself has its digits.
  std::optional<Certified> alone{};
  /// The approximate point (a prior, level, epsilon or parameter) at which the value is attained, for printing.
  std::optional<Certified> place{};
  /// True if the work stopped without a result; the value holds only the bounds that are valid for every mechanism.
  bool nothing_found = false;
  /// The hypotheses under which the numbers are statements about the mechanism, and those of a second mechanism; null
  /// if the question has no mechanism.
  HypothesesPtr hypotheses{}, other_hypotheses{};
};

/// Returns true if the answer states that the quantity is certainly infinite.
bool is_infinite(const Answer& answer);
/// Returns the reason, as a sentence, why the quantity is infinite; empty if it is finite.
std::string why_infinite(const Answer& answer);

/// Number of digits printed beyond the requested digits in a certificate.
inline constexpr int kCertificateSpareDigits = 4;

}  // namespace plumbline
