#include "reference/mechanisms/hypotheses/hypotheses.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace plumbline {
namespace {

const std::array<std::string, 8> kRelations{
    "any", "remove", "add", "add_remove", "replace_one", "replace_special", "zero_out", "mixed"};
const std::array<std::string, 4> kAttained{"no", "pointwise", "family", "every"};

template <size_t N>
size_t place_of(const std::array<std::string, N>& names, const std::string& name,
                const std::string& kind) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<size_t>(at - names.begin());
  std::string known;
  for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
  throw std::invalid_argument("unknown " + kind + " '" + name + "'; use " + known);
}

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : between) + text;
  return out;
}

}  // namespace

const std::string& relation_name(PairRelation relation) {
  return kRelations[static_cast<size_t>(relation)];
}

PairRelation relation_named(const std::string& name) {
  return static_cast<PairRelation>(place_of(kRelations, name, "relation"));
}

const std::string& attained_name(Attained attained) {
  return kAttained[static_cast<size_t>(attained)];
}

Attained attained_named(const std::string& name) {
  return static_cast<Attained>(place_of(kAttained, name, "attainment"));
}

bool Hypotheses::operator==(const Hypotheses& other) const {
  return relation == other.relation && group == other.group && dominates == other.dominates &&
         attained == other.attained && family == other.family &&
         public_facts == other.public_facts && proof == other.proof;
}

bool same_statement(const Hypotheses& a, const Hypotheses& b) {
  return a.relation == b.relation && a.group == b.group && a.dominates == b.dominates &&
         a.attained == b.attained && a.public_facts == b.public_facts;
}

std::string proof_text(const Hypotheses& hypotheses) { return joined(hypotheses.proof, "; "); }

std::string public_text(const Hypotheses& hypotheses) {
  std::string out;
  for (const auto& [name, value] : hypotheses.public_facts) {
    out += (out.empty() ? "" : ", ") + name + " = " + value;
  }
  return out;
}

std::string mixed_warning(const Hypotheses& hypotheses) {
  if (hypotheses.relation != PairRelation::mixed) return "";
  return "the factors are of unlike neighbours: " + joined(hypotheses.unlike, " beside ") +
         "; the number holds for this pair and says nothing about a mechanism";
}

}  // namespace plumbline
