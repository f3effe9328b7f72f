/// The relation between the two data sets of a pair.
#pragma once

#include <string>

namespace plumbline {

/// The difference between the two data sets of a pair. `any`: the pair is stated without a relation and assumes the
/// relation of the other pairs in a product. `mixed`: the pair is a product of pairs with different relations, so that
/// no two data sets are known to be neighbours for all of its factors.
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

/// The name in records and certificates: "any", "add_remove", ...
const std::string& relation_name(PairRelation relation);
/// Parses the name of a relation. Throws std::invalid_argument on other names.
PairRelation relation_named(const std::string& name);

}  // namespace plumbline
