#include "reference/mechanisms/hypotheses/hypotheses.hpp"

#include <array>

#include "reference/mechanisms/hypotheses/place_of_name.hpp"

namespace plumbline {
namespace {

const std::array<std::string, 4> kAttained{"no", "pointwise", "family", "every"};

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : between) + text;
  return out;
}

}  // namespace

const std::string& attained_name(Attained attained) {
  return kAttained[static_cast<size_t>(attained)];
}

Attained attained_named(const std::string& name) {
  return static_cast<Attained>(place_of_name(kAttained, name, "attainment"));
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
