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

/// Returns the text of the factor with other inner mechanisms, but the same weights and parameters.
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

struct InnerSides {
  std::string text;
  FactorSides sides;
};

/// Returns the text of the factor in which each inner mechanism is replaced by its member_at(place), or by its member
/// if it has no member_at.
std::string around_members(const WrittenFactor& factor, const std::vector<InnerSides>& inner,
                           double place) {
  std::vector<std::string> members;
  for (const InnerSides& one : inner) {
    const FactorSides& sides = one.sides;
    std::string member = sides.member_at ? sides.member_at(place) : "";
    if (member.empty()) member = sides.member.empty() ? one.text : sides.member;
    members.push_back(std::move(member));
  }
  return around(factor, members);
}

FactorSides around_inner(const WrittenFactor& factor) {
  std::vector<InnerSides> inner;
  for (const InnerMechanism& x : factor.parameters.inner) {
    const std::string text = x.mechanism->expression();
    inner.push_back({text, sides_of(read_open_expression(text).front())});
  }
  const auto any = [&](const auto& has) { return std::any_of(inner.begin(), inner.end(), has); };
  const bool lower = any([](const InnerSides& x) { return !x.sides.member.empty(); });
  const bool several = any([](const InnerSides& x) { return x.sides.member_at != nullptr; });
  const bool smaller = any([](const InnerSides& x) { return !x.sides.ceiling.empty(); });
  std::vector<std::string> members, ceilings;
  for (const InnerSides& x : inner) {
    members.push_back(x.sides.member.empty() ? x.text : x.sides.member);
    ceilings.push_back(x.sides.ceiling.empty() ? x.text : x.sides.ceiling);
  }
  FactorSides out;
  if (lower) out.member = around(factor, members);
  if (smaller) out.ceiling = around(factor, ceilings);
  if (several) {
    out.member_at = [factor, inner](double place) { return around_members(factor, inner, place); };
  }
  return out;
}

bool has_any(const WrittenFactor& factor, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return factor.is_open(name) || factor.parameters.contains(name);
  });
}

FactorSides stated_sides(const WrittenFactor& factor) {
  const PairFacts& facts = *factor.entry->facts;
  if (facts.dominance == PairDominance::inner) return around_inner(factor);
  FactorSides out;
  if (facts.member != nullptr) out.member = facts.member(factor);
  if (facts.ceiling != nullptr) out.ceiling = facts.ceiling(factor);
  if (facts.member_at == nullptr || out.member.empty()) return out;
  out.member_at = [factor, at = facts.member_at](double place) { return at(factor, place); };
  return out;
}

}  // namespace

FactorSides sides_of(const WrittenFactor& factor) {
  if (has_any(factor, factor.entry->facts->itself_with)) return {};
  FactorSides out = stated_sides(factor);
  const std::string power = power_of(factor);
  if (power.empty()) return out;
  if (!out.member.empty()) out.member += power;
  if (!out.ceiling.empty()) out.ceiling += power;
  if (out.member_at) {
    out.member_at = [once = std::move(out.member_at), power](double place) {
      const std::string member = once(place);
      return member.empty() ? member : member + power;
    };
  }
  return out;
}

}  // namespace plumbline
