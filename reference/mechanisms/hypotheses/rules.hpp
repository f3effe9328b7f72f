/// The rules that derive the hypotheses of a product, power, choice, sampled mechanism or selection from those of its
/// parts. Each rule is stated and proved at its function.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/hypotheses/hypotheses.hpp"

namespace plumbline {

/// One factor of a product or one branch of a choice, with its text for messages.
struct StatedPair {
  std::string text;
  Hypotheses hypotheses;
};

/// The hypotheses of a mechanism that is run several times; the number of runs may be unknown (then `once` is false).
Hypotheses power_of(const Hypotheses& one, bool once);

/// The hypotheses of several mechanisms that are run on the same data; each may depend on all earlier outputs. Returns
/// the default hypotheses if there are no factors.
Hypotheses product_of(const std::vector<StatedPair>& factors);

/// The hypotheses of one of several mechanisms, chosen with known probabilities, if the choice is part of the output.
Hypotheses choice_of(const std::vector<StatedPair>& branches);

/// The hypotheses of a mechanism that receives each record with probability p, independently of the others. Throws
/// RefusedPair, with the remedy, if the pair (P, (1-p) P + p Q) is not the pair of the sampled mechanism. This is so if
/// the inner mechanism is about a group of records or about exchanged records, or if it uses a public number of
/// records.
Hypotheses sampled_of(const StatedPair& inner);

/// Removes the neighbours that attain a pair, and the parameters that choose them.
void clear_family(Hypotheses* hypotheses);

/// The hypotheses of the best of several runs of a mechanism, where the number of runs is random.
Hypotheses selection_of(const Hypotheses& base);

}  // namespace plumbline
