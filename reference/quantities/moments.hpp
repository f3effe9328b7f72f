/// Moments and cumulants of the privacy loss, and the functionals of central limit theorems for it.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// The functionals of one step: under P and with the loss L (forward), or under Q and with the loss -L (reverse). They
/// are the functionals of the trade-off function f of that direction (Dong, Roth, Su 2022, Section 3.2; f'(alpha) =
/// -e^L at the threshold). Not available if the loss is infinite with positive probability under that measure.
struct StepFunctionals {
  Ball v1;        ///< -int log|f'| = KL(null || alternative)
  Ball v2;        ///< int log^2 |f'|
  Ball variance;  ///< v2 - v1^2
  Ball v3;        ///< int |log|f'| + v1|^3, the absolute third central moment
  Ball v4;  ///< int |log|f'||^3 (v4 in Kaissis et al. 2024, eq. 12; kappa_3 in Dong et al. 2022)
};
/// Returns the functionals of one step. Throws std::invalid_argument if the pair offers no transform of its loss.
std::optional<StepFunctionals> step_functionals(const DominatingPair& pair, bool reverse,
                                                const Effort& effort);

/// The moments of the loss S of the whole composition under P (S itself) or, in reverse, under Q (still S, not -S).
/// Cumulants add up over the steps. v1 and v2 are defined as for a step, and eta is v1 / sqrt(v2 - v1^2). v3 and v4 are
/// sums over the steps, as central limit theorems need them; they differ from the absolute moments of S unless there is
/// one step. Either all members are infinite or none is.
struct Moments {
  Extended v1, v2, v3, v4, eta;
  std::vector<Extended> cumulants;  ///< of order 1 .. 6

  bool infinite() const { return v1.is_infinite(); }
};
/// Returns the moments. Throws std::invalid_argument if a step offers no transform of its loss.
Moments moments(const Composition& composition, bool reverse, const Effort& effort);
/// Returns the trivial bounds of finite moments, without a computation: v1 to v4 and eta are not negative.
Moments certain_moments();

/// Returns the Renyi divergence of order a > 0: forward, of Q from P, log E_P[(dQ/dP)^a]/(a-1); reverse, of P from Q;
/// worst, the larger of both. At a = 1 it is the KL divergence. Throws std::invalid_argument if a <= 0 or a step offers
/// no transform of its loss.
Extended renyi(const Composition& composition, const Rational& order, Direction direction,
               const Effort& effort);
/// Returns the trivial bound of any divergence, without a computation: it is not negative.
Certified certain_renyi();

/// Returns the divergence of infinite order: the largest possible loss (forward), or minus the smallest loss
/// (reverse). Throws std::invalid_argument if a step does not state whether its losses are bounded.
Extended max_divergence(const Composition& composition, Direction direction, const Effort& effort);

}  // namespace plumbline
