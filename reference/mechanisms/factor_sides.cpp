#include "reference/mechanisms/factor_sides.hpp"

#include <algorithm>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

std::string power_of(const WrittenFactor& factor) {
  if (factor.is_open("N")) return "^?";
  return factor.count == Rational(1) ? "" : "^" + factor.count.text();
}

/// A factor with other mechanisms inside, of the same weights and parameters.
std::string around(const WrittenFactor& factor, const std::vector<std::string>& inner) {
  std::string out;
  const bool weighted = factor.entry->inner == InnerKind::weighted;
  for (size_t i = 0; i < inner.size(); ++i) {
    const std::string weight = weighted ? factor.parameters.inner[i].weight.text() + ":" : "";
    out += (out.empty() ? "" : ",") + weight + inner[i];
  }
  for (const std::string& key : factor.entry->required)
    out += "," + key + "=" + factor.number_text(key);
  return factor.entry->name + "(" + out + ")";
}

/// A single mechanism stays at each point what it was: the profile of a sampled pair at a point is a
/// multiple of the pair's own at another. Of a pick between several the points differ.
FactorSides of_inner(const WrittenFactor& factor) {
  FactorSides out;
  std::vector<std::string> members, ceilings;
  bool lower = false, smaller = false, bounds = true, reached = true, pointwise = true;
  for (const InnerMechanism& x : factor.parameters.inner) {
    const std::string text = x.mechanism->expression();
    const FactorSides one = sides_of(read_open_expression(text).front());
    members.push_back(one.member.empty() ? text : one.member);
    ceilings.push_back(one.ceiling.empty() ? text : one.ceiling);
    lower = lower || !one.member.empty();
    smaller = smaller || !one.ceiling.empty();
    bounds = bounds && one.side != PairDominance::attained;
    reached = reached && (one.side == PairDominance::both || one.side == PairDominance::attained);
    pointwise =
        pointwise && (one.side == PairDominance::both || one.side == PairDominance::each_point);
  }
  pointwise = pointwise && factor.entry->inner == InnerKind::one;
  out.side = reached && bounds ? PairDominance::both
             : !bounds         ? PairDominance::attained
             : pointwise       ? PairDominance::each_point
                               : PairDominance::dominating;
  if (lower) out.member = around(factor, members);
  if (smaller) out.ceiling = around(factor, ceilings);
  return out;
}

bool has_any(const WrittenFactor& factor, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return factor.is_open(name) || factor.parameters.contains(name);
  });
}

/// A claim about a pair that is given by its two data sets, or of which nothing is stated, means that pair.
PairDominance meant(PairDominance stated) {
  const bool itself = stated == PairDominance::itself || stated == PairDominance::unstated;
  return itself ? PairDominance::both : stated;
}

}  // namespace

FactorSides sides_of(const WrittenFactor& factor) {
  const PairFacts& facts = *factor.entry->facts;
  if (has_any(factor, facts.itself_with)) return {};
  FactorSides out;
  if (facts.dominance == PairDominance::inner) {
    out = of_inner(factor);
  } else {
    out.side = meant(facts.dominance_of == nullptr ? facts.dominance : facts.dominance_of(factor));
    if (facts.member != nullptr) out.member = facts.member(factor);
    if (facts.ceiling != nullptr) out.ceiling = facts.ceiling(factor);
  }
  const std::string power = power_of(factor);
  if (!out.member.empty()) out.member += power;
  if (!out.ceiling.empty()) out.ceiling += power;
  return out;
}

}  // namespace plumbline
