/// Poisson batches cut at a maximal size.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// P(Bin(n, p) >= k), 0 < p < 1, with the sum of the terms beyond those taken bounded by
/// BOUND(BATCH-TAIL): `terms` of them, 0 to choose.
Ball binomial_tail(long n, const Rational& p, long k, Bits b, long terms = 0);

/// The pair of one widely used library: with tau = P(Bin(n-1, p) >= batch) the batch is cut, and
/// then the pair is that of sigma/2 where one record is exchanged for another, at the rate
/// P(Bin(n, p) > batch) batch/(tau n); else subsampled_gaussian(sigma, p). Throws
/// std::invalid_argument.
Mechanism truncated_subsampled_gaussian(const Rational& sigma, const Rational& p, long n,
                                        long batch);

/// For the registry.
MechanismEntry truncated_subsampled_gaussian_entry();

}  // namespace plumbline
