/// The hypotheses of a pair: all facts that a statement about a mechanism needs in addition to the numbers of the pair
/// (P, Q).
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/attained.hpp"
#include "reference/mechanisms/hypotheses/pair_relation.hpp"
#include "reference/mechanisms/hypotheses/public_fact.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"

namespace plumbline {

struct Hypotheses {
  PairRelation relation = PairRelation::any;
  Rational group{1};  ///< maximum number of records of one user that differ
  /// The pair bounds the privacy loss of all neighbours, whatever earlier mechanisms have output.
  bool dominates = false;
  Attained attained = Attained::no;
  std::string family{};  ///< the neighbours of Attained::family
  /// The parameters that choose these neighbours, such as "shuffled_rr(ones=3)"; empty if no parameter does.
  std::string chosen{};
  /// The family as certificates of version 3 state it. These certificates treated two families as equal if their texts
  /// were equal. Empty if they stated no family.
  std::string former_family{};
  std::vector<PublicFact> public_facts{};  ///< sorted by name
  std::vector<std::string> proof{};  ///< references of the proofs of dominance and attainment, one
                                     ///< for each factor
  /// For a mixed pair: two factors that cannot be combined, each with its relation and group.
  std::vector<std::string> unlike{};
  /// A text of the factor from which its hypotheses follow: the factor as the user wrote it, without default values.
  /// Empty if the expression of the mechanism already implies the hypotheses. For example,
  /// subsampled_gaussian(sigma=1,p=0.1,group=3) has the mechanism gaussian_mixture(...).
  std::string written_as{};

  bool operator==(const Hypotheses& other) const;
};

}  // namespace plumbline
