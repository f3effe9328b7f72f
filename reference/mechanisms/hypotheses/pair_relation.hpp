/// The relation between the two data sets of a pair.
#pragma once

#include <string>

namespace plumbline {

/// How the two data sets of a pair differ. `any`: the pair is stated without a relation and takes on the
/// relation of the pairs beside it. `mixed`: the pair is a product of pairs under unlike relations, so no two
/// data sets are known to be neighbours for all of its factors.
enum class PairRelation {
  any,
  remove,
  add,
  add_remove,
  replace_one,
  replace_special,
  zero_out,
  mixed
};

/// The word of records and certificates: "any", "add_remove", ...
const std::string& relation_name(PairRelation relation);
/// Reads that word. Throws std::invalid_argument on others.
PairRelation relation_named(const std::string& name);

}  // namespace plumbline
