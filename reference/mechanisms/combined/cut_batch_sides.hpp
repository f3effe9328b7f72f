/// Poisson batches truncated at a maximum size: the pair of some neighbours, for lower bounds, and a pair that
/// dominates all neighbours, for upper bounds.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

/// Each of n records of norm at most 1 is in a batch with probability p. If more than `batch` records are drawn,
/// `batch` of these are chosen uniformly. The neighbouring data set lacks one of the n records.
struct CutBatches {
  Rational p;
  long n, batch;
};

/// Returns the expression `subsampled_gaussian(sigma=SIGMA,p=...)` of the pair of neighbours whose other records are
/// all 0.
std::string cut_batch_member(const CutBatches& cut, const std::string& sigma, Bits b);
/// Returns the expression `choice(...)` of a pair that dominates by BOUND(CUT-BATCH). It has a branch for batches
/// without truncation and one for truncated batches, whose weights are rounded down. A third branch, which dominates
/// both, has the remaining weight.
std::string cut_batch_ceiling(const CutBatches& cut, const std::string& sigma, Bits b);

/// The facts of the registry entry.
PairFacts cut_batch_facts();

}  // namespace plumbline
