/// The pair that a claim is about, with its hypotheses and related pairs. A pair that dominates can prove that an upper
/// bound is correct. A pair that some neighbours attain can refute an upper bound. For lower bounds, the roles of both
/// kinds of pairs are exchanged.
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

/// One factor of a member. A member is a product of pairs that some neighbours attain.
struct MemberPart {
  std::string text;                               ///< empty if the factor is omitted
  std::function<std::string(double place)> at{};  ///< member at a place (FactorSides::member_at)
};

struct ClaimedPair {
  HypothesesPtr hypotheses = unstated_hypotheses();  ///< the hypotheses of the pair itself
  std::string ceiling{};            ///< a tighter pair that also dominates; empty if none is known
  std::vector<MemberPart> parts{};  ///< parts of a member, if the pair itself is not attained
  std::optional<FlipRuns> flips{};  ///< set if the claim is about runs of permute-and-flip only
  std::string chosen{};  ///< Hypotheses::chosen of a pair that is specified by its data sets
  /// True if the claim is about this pair and not about a mechanism. This is so if a pair that is specified by its data
  /// sets is inside a combinator, or if two factors choose different data sets.
  bool of_pair_alone = false;

  /// Returns true if the pair dominates and some neighbours attain it.
  bool decides() const { return is_dominating(*hypotheses) && is_shown_by_some(*hypotheses); }
  void set_relation(PairRelation relation);
  void set_dominance(bool dominates, Attained attained);
  /// Returns true if some part is a family of pairs with a parameter, the place (a real number).
  bool has_places() const;
  /// Returns the expression of the member whose i-th part has the parameter places[i]. If places[i] is missing, the
  /// i-th part is its `text`. Returns an empty text if no part is known to be attained.
  std::string member(const std::vector<std::optional<double>>& places = {}) const;
};

/// Returns the pair of a product of factors, for claims. `unstated` is the neighbouring relation that is assumed for a
/// mechanism whose expression allows relation= but does not state it. Throws RefusedPair.
ClaimedPair claimed_pair(const std::vector<WrittenFactor>& factors, PairRelation unstated);
/// Returns the pair of a product of several factors, each given by its expression and its pair.
ClaimedPair product_of_pairs(const std::vector<std::pair<std::string, ClaimedPair>>& products);

/// Returns the reason why nothing can be proved about a mixed pair, whose factors have different neighbouring
/// relations. The reason names the factors. Empty for other pairs.
std::string mixed_refusal(const Hypotheses& pair);
/// Returns the reason why a claim under the relation `claimed` cannot be compared with the pair; empty if it can. A
/// claim can be compared with a pair of the same relation. A claim under add or remove can also be compared with a pair
/// of add_remove. A pair without a stated relation is assumed to have the relation of the claim. `text` names the pair.
std::string relation_refusal(const Hypotheses& pair, PairRelation claimed, const std::string& text);

}  // namespace plumbline
