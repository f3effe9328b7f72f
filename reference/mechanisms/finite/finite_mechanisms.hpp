/// The mechanisms whose loss takes finitely many values, as dominating pairs. All throw
/// std::invalid_argument (parameter, value, remedy) on values out of range.
#pragma once

#include <vector>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// L = 0.
Mechanism perfectly_private();
/// L = +inf under Q, L = -inf under P.
Mechanism blatantly_non_private();

/// k-ary randomized response on inputs 0 (P) and 1 (Q): the input is kept with probability
/// e^eps/(e^eps + k - 1), otherwise one of the others is given.
Mechanism randomized_response(const Rational& epsilon, const Rational& k);
/// Returns the pair with the input exchanged for a special one, whose output is uniform (P).
Mechanism randomized_response_special(const Rational& epsilon, const Rational& k);

/// The worst (eps,delta)-DP pair: masses delta at L = +-inf, randomized response otherwise
/// (Kairouz, Oh, Viswanath 2015).
Mechanism approximate_dp(const Rational& epsilon, const Rational& delta);

/// The worst (eps,delta)-DP pair of total variation at most eta (Ghazi, Issa 2024, equations 43 and
/// 44): given that L is finite, L = 0 has mass alpha = 1 - (eta-delta)(e^eps+1) /
/// ((1-delta)(e^eps-1)) and L = +-eps the rest.
Mechanism total_variation_dp(const Rational& epsilon, const Rational& delta, const Rational& eta);

/// The staircase mechanism of Geng and Viswanath. Its noise scales with the sensitivity, so that
/// the loss does not depend on it.
Mechanism staircase(const Rational& epsilon, const Rational& gamma, const Rational& sensitivity);

/// Noise on the integers with P(X = x) proportional to e^{-|x|/b}, shifted by the sensitivity.
Mechanism discrete_laplace(const Rational& b, const Rational& sensitivity);

/// Noise uniform on an interval of this width: no loss where both densities are positive.
Mechanism uniform(const Rational& width, const Rational& sensitivity);

/// P and Q given by their probabilities.
Mechanism finite_pair(const std::vector<Rational>& P, const std::vector<Rational>& Q);

/// All of them, for the registry.
std::vector<MechanismEntry> finite_mechanism_entries();

}  // namespace plumbline
