/// The mechanisms whose loss has finitely many values, as dominating pairs. On values out of range, all functions
/// throw std::invalid_argument with the parameter, its value and the remedy.
#pragma once

#include <vector>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Returns the pair whose loss L is 0 for every output.
Mechanism perfectly_private();
/// Returns the pair with disjoint outputs: L = +inf under Q and L = -inf under P.
Mechanism blatantly_non_private();

/// Returns the pair of k-ary randomized response on the inputs 0 (P) and 1 (Q): the output is the input with
/// probability e^eps/(e^eps + k - 1), otherwise another value, chosen uniformly.
Mechanism randomized_response(const Rational& epsilon, const Rational& k);
/// Returns the pair of a special input, whose output is uniform (P), and an ordinary input (Q).
Mechanism randomized_response_special(const Rational& epsilon, const Rational& k);

/// Returns the worst (eps,delta)-DP pair: mass delta at L = -inf (P) and L = +inf (Q), and binary randomized response
/// conditional on finite L (Kairouz, Oh, Viswanath 2015).
Mechanism approximate_dp(const Rational& epsilon, const Rational& delta);

/// Returns the worst (eps,delta)-DP pair of total variation at most eta (Ghazi, Issa 2024, equations 43 and 44).
/// Conditional on finite L, the loss 0 has mass alpha = 1 - (eta-delta)(e^eps+1) / ((1-delta)(e^eps-1)), and the losses
/// +-eps have the remaining mass.
Mechanism total_variation_dp(const Rational& epsilon, const Rational& delta, const Rational& eta);

/// Returns the pair of the staircase mechanism of Geng and Viswanath. Its noise scales with the sensitivity, so that
/// the loss does not depend on the sensitivity.
Mechanism staircase(const Rational& epsilon, const Rational& gamma, const Rational& sensitivity);

/// Returns the pair of two distributions: noise on the integers with P(X = x) proportional to e^{-|x|/b}, and this
/// noise shifted by the sensitivity.
Mechanism discrete_laplace(const Rational& b, const Rational& sensitivity);

/// Returns the pair of two distributions: uniform noise on an interval of this width, and this noise shifted by the
/// sensitivity. The loss is 0 where both densities are positive.
Mechanism uniform(const Rational& width, const Rational& sensitivity);

/// Returns the pair of two distributions on the same outcomes, given by their lists of probabilities.
Mechanism finite_pair(const std::vector<Rational>& P, const std::vector<Rational>& Q);

/// Returns the registry entries of all these mechanisms.
std::vector<MechanismEntry> finite_mechanism_entries();

}  // namespace plumbline
