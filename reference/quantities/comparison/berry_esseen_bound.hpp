/// Theorem 3 of Kaissis et al. 2024 ("Beyond the Calibration Point", main text): for N steps of M and N~ of M~ with
/// N/N~ >= eta~^2/eta^2,
///     Delta(M^N || M~^N~) <= 0.56 [eta^3 v3/(sqrt(N) v1^3) + the same term for M~],
/// where eta = v1/sqrt(v2 - v1^2), and v1, v2, v3 are the functionals of one step of M (StepFunctionals). The printed
/// appendix has the reciprocal ratio, N/N~ >= eta^2/eta~^2. The theorem uses a Berry-Esseen bound for symmetric
/// trade-off functions. It proves nothing about other functions, for example those of subsampled mechanisms.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Returns true if the trade-off function is known to be symmetric (its own inverse).
bool known_symmetric(const Mechanism& pair);

struct BerryEsseenBound {
  Ball ratio;          ///< N/N~
  Ball needed;         ///< eta~^2/eta^2
  Ball first, second;  ///< the two terms of the bound, for M and for M~
  Ball bound;          ///< their sum
  /// True if ratio >= needed, false if not; nothing if undecided.
  std::optional<bool> condition;
  /// True if both trade-off functions are known to be symmetric.
  bool symmetric = false;
  /// Returns true if Delta <= bound is proved.
  bool proves() const { return symmetric && condition.value_or(false); }
  Certified certified_bound(int digits) const;
  /// Returns one of the numbers above (ratio, needed, first, second, bound).
  Certified certified_part(Ball BerryEsseenBound::*part, int digits) const;
  /// The result of comparing a divergence with the bound.
  enum class Verdict { within, above, open };
  Verdict verdict_on(const Certified& divergence) const;
  /// The smallest N for which the condition holds with this N~.
  std::optional<Rational> N_condition;

  /// The numbers of steps for which the theorem proves Delta <= target; nothing if no such number exists, for example
  /// if a trade-off function is not symmetric. N_together and N_tilde_together are the smallest numbers of steps in the
  /// ratio N/N~ with bound <= target (the condition depends only on the ratio). N_alone and N_tilde_alone are the
  /// smallest numbers with the other number fixed; N_tilde_most is the largest N~ that the condition allows.
  struct Steps {
    std::optional<Rational> N_together, N_tilde_together, N_alone, N_tilde_alone, N_tilde_most;
  };
  Steps steps_for(const Rational& target) const;
  /// Returns the numbers of steps by the formulas alone, as if the trade-off functions were symmetric.
  Steps steps_if_symmetric(const Rational& target) const;

  Rational N, N_tilde;
};

/// Computes the bound. Each composition must consist of steps of one mechanism. The functionals are those of f in
/// `direction`, forward or reverse. Throws std::invalid_argument on other compositions and directions, and if the
/// loss is infinite.
BerryEsseenBound berry_esseen_bound(const Composition& M, const Composition& M_tilde,
                                    Direction direction, const Effort& effort);

/// The divergence that the theorem bounds, to the digits of the effort, but at most 8, which suffice for comparison
/// with a bound.
struct BerryEsseenTruth {
  Certified divergence;
  int digits;
};
BerryEsseenTruth berry_esseen_truth(PrivacyProfile& M, PrivacyProfile& M_tilde,
                                    const Effort& effort);

}  // namespace plumbline
