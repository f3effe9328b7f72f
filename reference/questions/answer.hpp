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
  Certified value;                     ///< of the quantity itself
  NamedTexts parameters{};             ///< of the engine, for what it computed last
  std::optional<std::string> prior{};  ///< of a divergence: where its maximum is
  std::string explanation{};           ///< for --explain
  std::vector<NamedValue> values{};    ///< further numbers, each with its enclosure
  NamedTexts findings{};               ///< what is no enclosure: a verdict, a safe value
  /// Of quantities that end in a word ("cross"); empty for the others.
  std::string word{};
  /// The difference of delta up to which a comparison's word holds; empty where it holds exactly.
  std::string margin{};
  std::optional<Comparison> comparison{};  ///< of a comparison, for printing
  std::optional<Rational> safe{};          ///< of a calibration: the finding as a number
  std::optional<double> safe_double{};     ///< likewise
  /// A value that a calibration tried and could not decide, if that is why the answer is not reached.
  std::optional<Rational> undecided{};
  /// The value by itself, where `value` is reached only if all further numbers are.
  std::optional<Certified> alone{};
  std::optional<Certified> place{};  ///< where the value is attained, about, for printing
  bool nothing_found =
      false;  ///< stopped before anything was known: the value is certain of any mechanism
  /// The hypotheses under which the numbers are statements about the mechanism, and those of a second
  /// mechanism; null where the question is about no mechanism.
  HypothesesPtr hypotheses{}, other_hypotheses{};
};

/// Returns whether the quantity is certainly infinite.
bool is_infinite(const Answer& answer);
/// Returns why it is, for people; empty where it is not.
std::string why_infinite(const Answer& answer);

/// Number of digits printed beyond the requested digits in a certificate.
inline constexpr int kCertificateSpareDigits = 4;

}  // namespace plumbline
