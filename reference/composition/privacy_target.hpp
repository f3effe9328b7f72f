/// Privacy targets for calibration.
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A requirement on a composition. Each requirement is monotone in Blackwell's order.
struct PrivacyTarget {
  enum class Measure {
    delta,           ///< delta(at) <= bound
    advantage,       ///< total variation <= bound
    reconstruction,  ///< reconstruction probability gamma(at) <= bound, forward pair
    bayes,           ///< Bayes error R(at) >= bound, where `at` is the prior of H0
    type_two,        ///< f(at) >= bound: tests of level `at` have at least this type II error
    gaussian,        ///< Delta(G_at || M) <= bound: f(alpha) >= G_at(alpha + bound) - bound
  };
  Measure kind = Measure::delta;
  Real at = Rational(0);  ///< an epsilon (any real number); other arguments are rational
  Rational bound;

  /// Throws std::invalid_argument (name, value, remedy) if no mechanism or every mechanism meets the target.
  void check() const;
};

/// The names of the numbers of a target; `at` is empty for a target with one number.
struct TargetWords {
  PrivacyTarget::Measure kind;
  std::string at, bound;
};
const std::vector<TargetWords>& target_words();
/// Return the target with these names. Throw std::invalid_argument if the names are not those of one target.
PrivacyTarget target_of(const NamedReals& numbers);
PrivacyTarget target_of(const NamedRationals& numbers);

}  // namespace plumbline
