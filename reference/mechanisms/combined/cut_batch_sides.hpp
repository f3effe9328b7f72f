/// Poisson batches truncated at a maximum size: lower bounds attained by some neighbours, and an upper bound for all.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

/// n records of norm at most 1, each in a batch with probability p; from a batch larger than `batch`, that many records
/// are chosen uniformly. The neighbour lacks one of the n records.
struct CutBatches {
  Rational p;
  long n, batch;
};

/// `subsampled_gaussian(sigma=SIGMA,p=)`: the pair of neighbours whose other records are all 0.
std::string cut_batch_member(const CutBatches& cut, const std::string& sigma, Bits b);
/// `choice(...)` of the case without truncation, the case with truncation, and a bound of both with the weight that
/// rounding leaves: it dominates. By BOUND(CUT-BATCH).
std::string cut_batch_ceiling(const CutBatches& cut, const std::string& sigma, Bits b);

/// The facts of the registry entry.
PairFacts cut_batch_facts();

}  // namespace plumbline
