#include "reference/mechanisms/hypotheses/pair_relation.hpp"

#include <array>

#include "reference/mechanisms/hypotheses/place_of_name.hpp"

namespace plumbline {
namespace {

const std::array<std::string, 8> kRelations{
    "any", "remove", "add", "add_remove", "replace_one", "replace_special", "zero_out", "mixed"};

}  // namespace

const std::string& relation_name(PairRelation relation) {
  return kRelations[static_cast<size_t>(relation)];
}

PairRelation relation_named(const std::string& name) {
  return static_cast<PairRelation>(place_of_name(kRelations, name, "relation"));
}

}  // namespace plumbline
