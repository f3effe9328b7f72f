/// The pair that a claim is about, with its hypotheses and the pairs beside it. A pair that dominates shows that an
/// upper bound holds; a pair that some neighbours have refutes one. For lower bounds it is the other way round.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/laplace/flip_runs.hpp"

namespace plumbline {

/// One factor of a member: a product that some neighbours have.
struct MemberPart {
  std::string text;                               ///< empty where the factor is left out
  std::function<std::string(double place)> at{};  ///< FactorSides::member_at
};

struct ClaimedPair {
  HypothesesPtr hypotheses = unstated_hypotheses();  ///< what the pair itself shows
  std::string ceiling{};            ///< a smaller pair that dominates; empty where none is known
  std::vector<MemberPart> parts{};  ///< of a member, where the pair itself is not attained
  std::optional<FlipRuns> flips{};  ///< for runs of permute-and-flip and nothing else

  /// Returns whether the pair dominates and some neighbours have it.
  bool decides() const { return is_dominating(*hypotheses) && is_shown_by_some(*hypotheses); }
  void set_relation(PairRelation relation);
  void set_dominance(bool dominates, Attained attained);
  /// Returns whether some part has other members in its place.
  bool has_places() const;
  /// Returns the member, one place for each part; nothing where its usual member is meant. Empty where no
  /// neighbours are known that have part of the pair.
  std::string member(const std::vector<std::optional<double>>& places = {}) const;
};

/// Returns the pair of a product as claims read it. `unstated`: the relation of a mechanism whose relation= could
/// be written and is not. Throws RefusedPair.
ClaimedPair claimed_pair(const std::vector<WrittenFactor>& factors, PairRelation unstated);
/// Returns the pair of several products together, each with its expression.
ClaimedPair product_of_pairs(const std::vector<std::pair<std::string, ClaimedPair>>& products);

/// Returns why nothing can be said about a mechanism whose pair is mixed: both factors with their relations. Empty
/// for other pairs.
std::string mixed_refusal(const Hypotheses& pair);
/// Returns why a claim under the claim's relation cannot be compared with the pair; empty where it can. A claim about
/// add_remove, add or remove needs a pair of add_remove or its own; every other claim a pair of its relation.
/// Pairs stated without a relation take on the claim's. `text` names the pair.
std::string relation_refusal(const Hypotheses& pair, PairRelation claimed, const std::string& text);

}  // namespace plumbline
