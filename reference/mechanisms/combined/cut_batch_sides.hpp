/// Poisson batches cut at a maximal size: what some neighbours have, and what none exceeds.
#pragma once

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

/// n records of norm at most 1, each in a batch with probability p; of a batch larger than `batch`
/// that many are kept, picked uniformly. The neighbour lacks one of the n.
struct CutBatches {
  Rational p;
  long n, batch;
};

/// `subsampled_gaussian(sigma=SIGMA,p=)`: what the neighbours have of whom all other records are 0.
std::string cut_batch_member(const CutBatches& cut, const std::string& sigma, Bits b);
/// `choice(...)` of what is not cut, of what is, and of what bounds both at the weight that rounding
/// leaves: it dominates. By BOUND(CUT-BATCH).
std::string cut_batch_ceiling(const CutBatches& cut, const std::string& sigma, Bits b);

/// For the registry.
PairFacts cut_batch_facts();

}  // namespace plumbline
