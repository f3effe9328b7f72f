/// The pair that a claim is about, with its hypotheses and neighbouring pairs. A pair that dominates can prove an
/// upper bound; a pair that some neighbours attain can refute an upper bound. For lower bounds the roles are
/// exchanged.
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

/// One factor of a member. A member is a product that some neighbours attain.
struct MemberPart {
  std::string text;                               ///< empty if the factor is omitted
  std::function<std::string(double place)> at{};  ///< FactorSides::member_at
};

struct ClaimedPair {
  HypothesesPtr hypotheses = unstated_hypotheses();  ///< the hypotheses of the pair itself
  std::string ceiling{};            ///< a smaller pair that dominates, too; empty if none is known
  std::vector<MemberPart> parts{};  ///< parts of a member, if the pair itself is not attained
  std::optional<FlipRuns> flips{};  ///< set for runs of permute-and-flip and nothing else
  std::string chosen{};  ///< Hypotheses::chosen of a pair that is specified by its data sets
  /// True if the claim is about this pair and not about a mechanism: a pair specified by its data sets is inside a
  /// combinator, or two factors choose different data sets.
  bool of_pair_alone = false;

  /// Returns true if the pair dominates and some neighbours attain it.
  bool decides() const { return is_dominating(*hypotheses) && is_shown_by_some(*hypotheses); }
  void set_relation(PairRelation relation);
  void set_dominance(bool dominates, Attained attained);
  /// Returns true if some part has several members, one for each place (a number).
  bool has_places() const;
  /// Returns the member in which places[i] selects the i-th part; an empty place selects the usual part. Returns an
  /// empty text if no neighbours are known that attain some part.
  std::string member(const std::vector<std::optional<double>>& places = {}) const;
};

/// Returns the pair of a product in the form that claims use. `unstated`: the relation of a mechanism whose expression
/// allows relation= but does not state it. Throws RefusedPair.
ClaimedPair claimed_pair(const std::vector<WrittenFactor>& factors, PairRelation unstated);
/// Returns the pair of the product of several products, each with its expression.
ClaimedPair product_of_pairs(const std::vector<std::pair<std::string, ClaimedPair>>& products);

/// Returns the reason why nothing can be proved about a mechanism with a mixed pair: both factors with their
/// relations. Empty for other pairs.
std::string mixed_refusal(const Hypotheses& pair);
/// Returns the reason why a claim under the relation `claimed` cannot be compared with the pair; empty if it can. A
/// claim about add_remove, add or remove needs a pair of add_remove or of the same relation; every other claim needs
/// a pair of its relation. A pair without a stated relation is assumed to have the relation of the claim. `text`
/// names the pair.
std::string relation_refusal(const Hypotheses& pair, PairRelation claimed, const std::string& text);

}  // namespace plumbline
