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
  std::optional<std::string> prior{};  ///< of a divergence: the prior that attains its maximum
  std::string explanation{};           ///< for --explain
  std::vector<NamedValue> values{};    ///< further numbers, each with its enclosure
  NamedTexts findings{};               ///< findings that are not enclosures: a verdict, a safe
                                       ///< value
  /// The word, for quantities whose result is a word ("cross"); otherwise empty.
  std::string word{};
  /// The difference of delta up to which a comparison's word holds; empty if it holds exactly.
  std::string margin{};
  std::optional<Comparison> comparison{};  ///< of a comparison, for printing
  std::optional<Rational> safe{};          ///< of a calibration: the finding as a number
  std::optional<double> safe_double{};     ///< the safe value as a double
  /// A value that a calibration tried and could not decide, if that is why the answer is not reached.
  std::optional<Rational> undecided{};
  /// The value without the further numbers, if `value` is reached only if all further numbers are.
  std::optional<Certified> alone{};
  std::optional<Certified> place{};  ///< approximate place at which the value is attained, for
                                     ///< printing
  bool nothing_found =
      false;  ///< stopped before anything was known: the value holds for every mechanism
  /// The hypotheses under which the numbers are statements about the mechanism, and those of a second mechanism; null
  /// if the question is about no mechanism.
  HypothesesPtr hypotheses{}, other_hypotheses{};
};

/// Returns true if the quantity is certainly infinite.
bool is_infinite(const Answer& answer);
/// Returns the reason why it is infinite, in prose; empty if it is not.
std::string why_infinite(const Answer& answer);

/// Number of digits printed beyond the requested digits in a certificate.
inline constexpr int kCertificateSpareDigits = 4;

}  // namespace plumbline
