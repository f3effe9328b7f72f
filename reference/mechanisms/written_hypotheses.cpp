#include "reference/mechanisms/written_hypotheses.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/mechanisms/attack_refutes.hpp"
#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {
namespace {

/// The interpretation of a pair for which the expression does not state all properties.
struct Reading {
  bool claimed = false;  ///< true for the judgement of a claim (see claimed_hypotheses)
  PairRelation unstated = PairRelation::any;  ///< the relation if relation= is allowed and not
                                              ///< written
};

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

bool takes_relation(const MechanismEntry& entry) {
  return std::find(entry.words.begin(), entry.words.end(), "relation") != entry.words.end();
}

PairRelation relation_of(const WrittenFactor& factor, const Reading& reading) {
  const auto written = factor.parameters.words.find("relation");
  if (written != factor.parameters.words.end() && written->second != "any") {
    const Neighbours* const row = find_neighbours(written->second);
    if (row == nullptr) throw std::invalid_argument("no pair has relation=" + written->second);
    return as_pair_relation(relation_in(*row));
  }
  if (factor.entry->replaces_record) return PairRelation::replace_one;
  const PairRelation own =
      factor.entry->subsampled ? PairRelation::add_remove : factor.entry->facts->relation;
  return own == PairRelation::any && takes_relation(*factor.entry) ? reading.unstated : own;
}

/// Returns the dominance under which a claim is judged. If the pair is defined by its data sets, or nothing is stated
/// about it, the claim is about this pair itself, which then dominates and is attained.
PairDominance as_claimed(PairDominance stated) {
  const bool itself = stated == PairDominance::itself || stated == PairDominance::unstated;
  return itself ? PairDominance::both : stated;
}

PairDominance dominance_of(const PairFacts& facts, const WrittenFactor& factor) {
  const auto& with = facts.itself_with;
  const bool itself = std::any_of(
      with.begin(), with.end(), [&](const std::string& name) { return is_written(factor, name); });
  if (itself) return PairDominance::itself;
  return facts.dominance_of == nullptr ? facts.dominance : facts.dominance_of(factor);
}

/// Returns the neighbours that a factor describes by its own parameters. Equal texts mean equal neighbours.
std::string family_of(const WrittenFactor& factor, PairDominance dominance) {
  if (dominance == PairDominance::itself) return "the two data sets that the pair describes";
  WrittenFactor once = factor;
  once.count = Rational(1);
  std::erase(once.open, "N");
  return "the neighbours of " + once.text();
}

/// Returns the parameters that choose the data sets, for a pair that is defined by its data sets.
std::string chosen_by(const PairFacts& facts, const WrittenFactor& factor) {
  std::string out;
  for (const std::string& name : facts.itself_with) {
    if (!is_written(factor, name)) continue;
    out += (out.empty() ? "" : ",") + name + "=" + factor.number_text(name);
  }
  return out.empty() ? "" : factor.entry->name + "(" + out + ")";
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
  out->public_facts.insert(out->public_facts.end(), facts.conditions.begin(),
                           facts.conditions.end());
  std::sort(out->public_facts.begin(), out->public_facts.end());
}

/// Returns the hypotheses of a mechanism without inner mechanisms, run once.
Hypotheses stated_by(const PairFacts& facts, const WrittenFactor& factor, const Reading& reading) {
  Hypotheses out;
  out.relation = relation_of(factor, reading);
  const auto group = factor.parameters.find("group");
  if (group != factor.parameters.end()) out.group = group->second;
  const PairDominance dominance = dominance_of(facts, factor);
  set_dominance(reading.claimed ? as_claimed(dominance) : dominance, factor, &out);
  if (out.attained == Attained::family) out.chosen = chosen_by(facts, factor);
  set_public_facts(facts, factor, &out);
  if (!facts.because.empty()) out.proof = {factor.entry->name + ": " + facts.because};
  return out;
}

Hypotheses read_factor(const WrittenFactor& factor, const Reading& reading);
Hypotheses read_product(const std::vector<WrittenFactor>& factors, const Reading& reading);

StatedPair read_inner(const InnerMechanism& inner, const Reading& reading) {
  const std::string text = inner.mechanism->expression();
  if (inner.written != nullptr) return {text, read_factor(*inner.written, reading)};
  return {text, read_product(read_open_expression(text), reading)};
}

Hypotheses read_factor(const WrittenFactor& factor, const Reading& reading) {
  const PairFacts& facts = *factor.entry->facts;
  const bool once = factor.count <= Rational(1) && !factor.is_open("N");
  if (facts.rule == nullptr) return power_of(stated_by(facts, factor, reading), once);
  std::vector<StatedPair> inner;
  for (const InnerMechanism& x : factor.parameters.inner) inner.push_back(read_inner(x, reading));
  return power_of(facts.rule(factor, inner), once);
}

/// Returns true if the factor does not state its own relation, so that the relation of the claim applies.
bool is_read_as_claimed(const WrittenFactor& factor, const Reading& reading) {
  return reading.unstated != PairRelation::any && !is_written(factor, "relation") &&
         takes_relation(*factor.entry) && relation_of(factor, {}) == PairRelation::any;
}

Hypotheses read_product(const std::vector<WrittenFactor>& factors, const Reading& reading) {
  std::vector<StatedPair> all;
  for (const WrittenFactor& factor : factors) {
    WrittenFactor once = factor;
    once.count = std::min(factor.count, Rational(1));
    std::erase(once.open, "N");
    const std::string claimed = is_read_as_claimed(factor, reading) ? " as claimed" : "";
    all.push_back({once.text() + claimed, read_factor(factor, reading)});
  }
  return product_of(all);
}

}  // namespace

StatedPair stated_pair(const InnerMechanism& inner) { return read_inner(inner, {}); }

Hypotheses hypotheses_of(const WrittenFactor& factor) { return read_factor(factor, {}); }

Hypotheses hypotheses_of(const std::vector<WrittenFactor>& factors) {
  return read_product(factors, {});
}

Hypotheses claimed_hypotheses(const WrittenFactor& factor, PairRelation unstated) {
  return read_factor(factor, {true, unstated});
}

Hypotheses claimed_hypotheses(const std::vector<WrittenFactor>& factors, PairRelation unstated) {
  return read_product(factors, {true, unstated});
}

Hypotheses hypotheses_of_expression(std::string_view expression) {
  return hypotheses_of(read_open_expression(expression));
}

bool attack_refutes(std::string_view expression, Direction direction) {
  return covers(hypotheses_of_expression(expression), *attacked_hypotheses(direction));
}

}  // namespace plumbline
