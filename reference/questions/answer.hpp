/// What is answered: enclosures by name, what was found that is none, and how.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/engines/named_texts.hpp"
#include "reference/quantities/certified.hpp"
#include "reference/quantities/comparison/comparison.hpp"

namespace plumbline {

struct Hypotheses;

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
  /// The hypotheses under which the numbers are statements about the mechanism, and those of a second
  /// mechanism; null where the question is about no mechanism.
  std::shared_ptr<const Hypotheses> hypotheses{}, other_hypotheses{};
};

/// Digits to which a value asked to so many is printed.
inline constexpr int kCertificateSpareDigits = 4;

}  // namespace plumbline
