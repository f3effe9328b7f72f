/// The quantities by name: what the program's commands and the case files ask for. One function
/// per file; adding one is a file and an entry in registry.cpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/engines/effort.hpp"
#include "reference/quantities/certified.hpp"
#include "reference/quantities/extended.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// delta(epsilon), epsilon any real.
Certified delta(PrivacyProfile& profile, const Real& epsilon, const Effort& effort);

/// The smallest real epsilon with delta(epsilon) <= D, 0 < D < 1 (negative when D exceeds the
/// total variation); infinite where the mass of infinite loss exceeds D, or is D and finite losses
/// are unbounded. Throws std::invalid_argument outside (0, 1).
Extended epsilon(PrivacyProfile& profile, const Rational& D, const Effort& effort);

/// The trade-off function f(alpha), 0 <= alpha <= 1: the smallest type II error at type I error
/// alpha. Throws std::invalid_argument outside [0, 1].
Certified tradeoff(PrivacyProfile& profile, const Rational& alpha, const Effort& effort);

/// The reconstruction robustness bound gamma(kappa) = sup{Q(E) : P(E) <= kappa} = 1 - f(kappa),
/// 0 <= kappa <= 1 (Hayes, Mahloujifar, Balle 2023; Kaissis et al. 2023, Theorem 1). The forward
/// pair is meant; the direction of the profile decides.
Certified reconstruction(PrivacyProfile& profile, const Rational& kappa, const Effort& effort);

/// Minimum Bayes error R(pi) = min_a pi a + (1-pi) f(a), pi the prior of H0, 0 <= pi <= 1.
Certified bayes_error(PrivacyProfile& profile, const Rational& prior, const Effort& effort);

/// Total variation delta(0) = max_a 1 - a - f(a).
Certified total_variation(PrivacyProfile& profile, const Effort& effort);

/// Delta(M || M~) = max_pi R(pi) - R~(pi) >= 0 (Kaissis et al. 2024, Corollary 1), with an
/// enclosure of a prior where the difference comes within the enclosure's width of the maximum.
struct Divergence {
  Certified value;
  Ball prior;
  /// The enclosure of the prior, which lies in [0, 1].
  Certified certified_prior() const;
  /// The same as an answer of its own: by the engines of the value, reached where that is.
  Certified prior_answer() const;
  /// One prior to name: the middle of that enclosure, in [0, 1], to so many decimals.
  std::string prior_text(int digits) const;
};
Divergence divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Effort& effort);

/// The larger of two values: of the divergences both ways it is a metric, the Levy distance of the
/// trade-off functions.
Certified larger(const Certified& a, const Certified& b);
/// The same; reached also where the larger one alone has so many digits.
Certified larger(const Certified& a, const Certified& b, int digits);

/// The difference of two values, in the name of the first one's engine; reached where both are.
Certified difference(const Certified& a, const Certified& b);

/// A quantity of one mechanism, for callers that go by name.
struct QuantityEntry {
  std::string name;
  std::string argument;  ///< "epsilon", "alpha", ...; empty when there is none
  std::string summary;
  bool forward_only = false;  ///< the direction is fixed (rero)
  /// Throws std::invalid_argument when the argument is out of its domain.
  Extended (*compute)(PrivacyProfile&, const Real& at, const Effort&);
  bool any_real = false;  ///< the argument may be irrational
};

const std::vector<QuantityEntry>& quantity_registry();
/// Throws std::invalid_argument naming the known ones.
const QuantityEntry& find_quantity(const std::string& name);

}  // namespace plumbline
