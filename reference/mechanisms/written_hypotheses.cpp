#include "reference/mechanisms/written_hypotheses.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {
namespace {

bool is_written(const WrittenFactor& factor, const std::string& name) {
  return factor.is_open(name) || factor.parameters.contains(name) ||
         factor.parameters.lists.contains(name) || factor.parameters.words.contains(name);
}

PairRelation as_pair_relation(Relation relation) {
  switch (relation) {
    case Relation::remove:
      return PairRelation::remove;
    case Relation::add:
      return PairRelation::add;
    case Relation::add_remove:
      return PairRelation::add_remove;
    case Relation::replace_one:
      return PairRelation::replace_one;
    case Relation::replace_special:
      return PairRelation::replace_special;
    case Relation::zero_out:
      return PairRelation::zero_out;
  }
  return PairRelation::any;
}

PairRelation relation_of(const WrittenFactor& factor) {
  const auto written = factor.parameters.words.find("relation");
  if (written != factor.parameters.words.end()) {
    const Neighbours* const row = find_neighbours(written->second);
    if (row == nullptr) throw std::invalid_argument("no pair has relation=" + written->second);
    return as_pair_relation(relation_in(*row));
  }
  if (factor.entry->replaces_record) return PairRelation::replace_one;
  return factor.entry->subsampled ? PairRelation::add_remove : factor.entry->facts->relation;
}

PairDominance dominance_of(const PairFacts& facts, const WrittenFactor& factor) {
  const auto& with = facts.itself_with;
  const bool itself = std::any_of(
      with.begin(), with.end(), [&](const std::string& name) { return is_written(factor, name); });
  if (itself) return PairDominance::itself;
  return facts.dominance_of == nullptr ? facts.dominance : facts.dominance_of(factor);
}

/// The neighbours that a factor names by its own parameters: those of equal texts are the same.
std::string family_of(const WrittenFactor& factor, PairDominance dominance) {
  if (dominance == PairDominance::itself) return "the two data sets that the pair describes";
  WrittenFactor once = factor;
  once.count = Rational(1);
  std::erase(once.open, "N");
  return "the neighbours of " + once.text();
}

void set_dominance(PairDominance dominance, const WrittenFactor& factor, Hypotheses* out) {
  out->dominates = dominance == PairDominance::both || dominance == PairDominance::each_point ||
                   dominance == PairDominance::dominating;
  switch (dominance) {
    case PairDominance::both:
      out->attained = Attained::every;
      break;
    case PairDominance::each_point:
      out->attained = Attained::pointwise;
      break;
    case PairDominance::attained:
    case PairDominance::itself:
      out->attained = Attained::family;
      out->family = family_of(factor, dominance);
      break;
    case PairDominance::dominating:
    case PairDominance::inner:
    case PairDominance::unstated:
      out->attained = Attained::no;
  }
}

void set_public_facts(const PairFacts& facts, const WrittenFactor& factor, Hypotheses* out) {
  for (const std::string& name : facts.public_parameters) {
    if (is_written(factor, name)) out->public_facts.emplace_back(name, factor.number_text(name));
  }
  std::sort(out->public_facts.begin(), out->public_facts.end());
}

/// A mechanism without others inside, run once.
Hypotheses stated_by(const PairFacts& facts, const WrittenFactor& factor) {
  Hypotheses out;
  out.relation = relation_of(factor);
  const auto group = factor.parameters.find("group");
  if (group != factor.parameters.end()) out.group = group->second;
  set_dominance(dominance_of(facts, factor), factor, &out);
  set_public_facts(facts, factor, &out);
  if (!facts.because.empty()) out.proof = {factor.entry->name + ": " + facts.because};
  return out;
}

}  // namespace

StatedPair stated_pair(const InnerMechanism& inner) {
  const std::string text = inner.mechanism->expression();
  if (inner.written != nullptr) return {text, hypotheses_of(*inner.written)};
  return {text, hypotheses_of_expression(text)};
}

Hypotheses hypotheses_of(const WrittenFactor& factor) {
  const PairFacts& facts = *factor.entry->facts;
  const bool once = factor.count == Rational(1) && !factor.is_open("N");
  if (facts.rule == nullptr) return power_of(stated_by(facts, factor), once);
  std::vector<StatedPair> inner;
  for (const InnerMechanism& x : factor.parameters.inner) inner.push_back(stated_pair(x));
  return power_of(facts.rule(factor, inner), once);
}

Hypotheses hypotheses_of(const std::vector<WrittenFactor>& factors) {
  std::vector<StatedPair> all;
  for (const WrittenFactor& factor : factors) {
    WrittenFactor once = factor;
    once.count = Rational(1);
    std::erase(once.open, "N");
    all.push_back({once.text(), hypotheses_of(factor)});
  }
  return product_of(all);
}

Hypotheses hypotheses_of_expression(std::string_view expression) {
  return hypotheses_of(read_open_expression(expression));
}

}  // namespace plumbline
