/// Targets that a mechanism is to meet.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A requirement on a composition. Each is monotone in the order of Blackwell.
struct PrivacyTarget {
  enum class Measure {
    delta,           ///< delta(at) <= bound
    advantage,       ///< total variation <= bound
    reconstruction,  ///< gamma(at) <= bound, forward pair
    bayes,           ///< R(at) >= bound, at the prior of H0
    type_two,        ///< f(at) >= bound: tests of level `at` miss at least this often
    gaussian,        ///< Delta(G_at || M) <= bound: f(alpha) >= G_at(alpha + bound) - bound
  };
  Measure kind = Measure::delta;
  Real at = Rational(0);  ///< an epsilon; all others are rational
  Rational bound;

  /// Throws std::invalid_argument (name, value, remedy) where no mechanism or every one meets it.
  void check() const;
};

/// The names of a target's numbers; `at` is empty where it has one only.
struct TargetWords {
  PrivacyTarget::Measure kind;
  std::string at, bound;
};
const std::vector<TargetWords>& target_words();
/// Throws std::invalid_argument when the names are not those of one target.
PrivacyTarget target_of(const NamedReals& numbers);
PrivacyTarget target_of(const NamedRationals& numbers);

}  // namespace plumbline
