/// Noise truncated at a bound, and partition selection, which adds such noise and compares with a threshold.
#pragma once

#include <vector>

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

/// Returns the pair of geometric noise, P(x) proportional to e^(-|x|/b) on the integers |x| <= bound, and the same
/// noise shifted by the sensitivity.
Mechanism truncated_discrete_laplace(const Real& b, const Rational& bound,
                                     const Rational& sensitivity);

/// Returns the pair of N(0, sigma^2) conditioned on |x| <= bound, and the same noise shifted by the sensitivity.
Mechanism truncated_gaussian(const Real& sigma, const Rational& bound, const Rational& sensitivity);

/// Returns the pair of partition selection with the largest (epsilon, delta)-DP probabilities of releasing a partition
/// (Desfontaines, Voss, Gipson, Mandayam 2022). It compares a partition of n users with one of n + 1, at the worst n.
Mechanism truncated_geometric_partition(const Real& epsilon, const Rational& delta);

std::vector<MechanismEntry> cut_noise_entries();

}  // namespace plumbline
