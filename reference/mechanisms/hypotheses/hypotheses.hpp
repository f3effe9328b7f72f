/// The hypotheses of a pair: everything that a statement about a mechanism needs beside the numbers of the
/// pair (P, Q).
#pragma once

#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/hypotheses/pair_relation.hpp"
#include "reference/mechanisms/hypotheses/public_fact.hpp"

namespace plumbline {

/// Which neighbouring data sets have the pair, or at least its loss.
enum class Attained {
  no,  ///< none are known
  pointwise,  ///< each point of the profile of one run belongs to some neighbours, other ones at each point
  family,  ///< the neighbours that Hypotheses::family names
  every    ///< some neighbours for some query of every kind that the mechanism admits
};

const std::string& attained_name(Attained attained);
Attained attained_named(const std::string& name);

struct Hypotheses {
  PairRelation relation = PairRelation::any;
  Rational group{1};       ///< the number of records of one user that differ
  bool dominates = false;  ///< no neighbours lose more, whatever earlier outputs were
  Attained attained = Attained::no;
  std::string family{};                    ///< the neighbours of Attained::family
  std::vector<PublicFact> public_facts{};  ///< sorted by name
  std::vector<std::string> proof{};  ///< where dominance and attainment are proved, one a factor
  /// For a mixed pair: two factors that cannot be combined, each with its relation and group.
  std::vector<std::string> unlike{};
  /// Of one factor: how it is written where the expression of its mechanism has other hypotheses, as that of
  /// subsampled_gaussian(sigma=1,p=0.1,group=3) has, which is a gaussian_mixture; empty otherwise.
  std::string written_as{};

  /// Whether the side of more loss says something about all neighbours, and that of less about some.
  bool bounds_all() const { return dominates; }
  bool shown_by_some() const { return attained == Attained::family || attained == Attained::every; }

  bool operator==(const Hypotheses& other) const;
};

/// Whether both say the same about a mechanism. The texts of family and proof, which name it, may differ.
bool same_statement(const Hypotheses& a, const Hypotheses& b);

/// The proofs in one text, "; " between them.
std::string proof_text(const Hypotheses& hypotheses);
/// "n = 1000, batch = 10"; empty without public facts.
std::string public_text(const Hypotheses& hypotheses);
/// The relation and the group of a mixed pair's factors in one line for people, or the empty text:
/// "the factors have unlike neighbours: gaussian(...) (replace_one), ..."
std::string mixed_warning(const Hypotheses& hypotheses);

}  // namespace plumbline
