#include "reference/mechanisms/single_sensitivity.hpp"

#include <algorithm>

#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

/// If the factor contains no other mechanism, adds the factor with the power 1. Otherwise adds the mechanisms inside it
/// in the same way.
void add_single(const WrittenFactor& factor, std::vector<WrittenFactor>* out) {
  if (factor.parameters.inner.empty()) {
    out->push_back(factor);
    out->back().count = Rational(1);
    std::erase(out->back().open, "N");
  }
  for (const InnerMechanism& inner : factor.parameters.inner) {
    if (inner.written != nullptr) {
      add_single(*inner.written, out);
      continue;
    }
    for (const WrittenFactor& one : read_open_expression(inner.mechanism->expression())) {
      add_single(one, out);
    }
  }
}

/// Returns true if the mechanism has a sensitivity. Some of these mechanisms accept relation=replace, which doubles the
/// sensitivity.
bool has_sensitivity(const WrittenFactor& factor) {
  const std::vector<std::string>&optional = factor.entry->optional,
        &required = factor.entry->required;
  return std::find(optional.begin(), optional.end(), "sensitivity") != optional.end() ||
         std::find(required.begin(), required.end(), "sensitivity") != required.end();
}

}  // namespace

std::vector<std::string> single_sensitivity_factors(const std::vector<WrittenFactor>& factors) {
  std::vector<WrittenFactor> all;
  for (const WrittenFactor& factor : factors) add_single(factor, &all);
  const auto relation = [](const WrittenFactor& one) { return stated_relation(*one.hypotheses()); };
  const bool replaced = std::any_of(all.begin(), all.end(), [&](const WrittenFactor& one) {
    return relation(one) == PairRelation::replace_one;
  });
  std::vector<std::string> out;
  for (const WrittenFactor& one : all) {
    if (!replaced || !has_sensitivity(one) || relation(one) != PairRelation::any) continue;
    const std::string text = one.text();
    if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

std::string single_sensitivity_sentence(const std::vector<WrittenFactor>& factors) {
  std::string names;
  const std::vector<std::string> all = single_sensitivity_factors(factors);
  for (const std::string& one : all) names += (names.empty() ? "" : ", ") + one;
  if (names.empty()) return "";
  return names + (all.size() == 1 ? " has" : " have") +
         " no relation=: the exchange of a record changes the value by at most the sensitivity. "
         "If the sensitivity bounds each record instead, the exchange changes the value by up to "
         "twice "
         "as much.";
}

}  // namespace plumbline
