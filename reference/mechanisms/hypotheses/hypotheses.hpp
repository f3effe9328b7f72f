/// The hypotheses of a pair: everything that a statement about a mechanism needs beside the numbers of the
/// pair (P, Q).
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
  Rational group{1};       ///< the number of records of one user that differ
  bool dominates = false;  ///< no neighbours lose more, whatever earlier outputs were
  Attained attained = Attained::no;
  std::string family{};                    ///< the neighbours of Attained::family
  std::vector<PublicFact> public_facts{};  ///< sorted by name
  std::vector<std::string> proof{};  ///< where dominance and attainment are proved, one a factor
  /// For a mixed pair: two factors that cannot be combined, each with its relation and group.
  std::vector<std::string> unlike{};
  /// The spelling of one factor where the expression of its mechanism has other hypotheses, as that of
  /// subsampled_gaussian(sigma=1,p=0.1,group=3) has, which is a gaussian_mixture; empty otherwise.
  std::string written_as{};

  bool operator==(const Hypotheses& other) const;
};

}  // namespace plumbline
