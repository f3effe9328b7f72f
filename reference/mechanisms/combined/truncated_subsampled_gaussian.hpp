/// Poisson batches truncated at a maximum size.
#pragma once

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// Encloses P(Bin(n, p) >= k), 0 < p < 1. BOUND(BATCH-TAIL) bounds the sum of the omitted terms. `terms` is the number
/// of summed terms; 0 means that the function chooses it.
Ball binomial_tail(long n, const Rational& p, long k, Bits b, long terms = 0);

/// Returns the pair that one widely used library computes. With probability tau = P(Bin(n-1, p) >= batch) the batch is
/// truncated; then the pair is that of a subsampled Gaussian in which one record replaces another, with the scale
/// sigma/2 and the rate P(Bin(n, p) > batch) batch/(tau n). Otherwise it is subsampled_gaussian(sigma, p). Throws
/// std::invalid_argument on values out of range.
Mechanism truncated_subsampled_gaussian(const Rational& sigma, const Rational& p, long n,
                                        long batch);

/// The registry entry.
MechanismEntry truncated_subsampled_gaussian_entry();

}  // namespace plumbline
