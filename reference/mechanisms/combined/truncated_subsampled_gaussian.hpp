/// Poisson batches truncated at a maximum size.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// P(Bin(n, p) >= k), 0 < p < 1, with the sum of the omitted terms bounded by BOUND(BATCH-TAIL): `terms` terms, 0 for
/// automatic.
Ball binomial_tail(long n, const Rational& p, long k, Bits b, long terms = 0);

/// The pair of one widely used library: with tau = P(Bin(n-1, p) >= batch) the batch is truncated, and then the pair is
/// that of sigma/2 with replacement of one record by another, at the rate P(Bin(n, p) > batch) batch/(tau n); otherwise
/// it is subsampled_gaussian(sigma, p). Throws std::invalid_argument.
Mechanism truncated_subsampled_gaussian(const Rational& sigma, const Rational& p, long n,
                                        long batch);

/// The registry entry.
MechanismEntry truncated_subsampled_gaussian_entry();

}  // namespace plumbline
