#include "reference/mechanisms/hypotheses/hypotheses.hpp"

#include <algorithm>
#include <array>

#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "reference/mechanisms/hypotheses/place_of_name.hpp"
#include "reference/mechanisms/hypotheses/shared_parameters.hpp"

namespace plumbline {
namespace {

const std::array<std::string, 4> kAttained{"no", "pointwise", "family", "every"};

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : between) + text;
  return out;
}

PairRelation relation_of(Direction direction) {
  switch (direction) {
    case Direction::forward:
      return PairRelation::remove;
    case Direction::reverse:
      return PairRelation::add;
    case Direction::worst:
      return PairRelation::add_remove;
  }
  return PairRelation::any;
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

const HypothesesPtr& unstated_hypotheses() {
  static const HypothesesPtr nothing = std::make_shared<const Hypotheses>();
  return nothing;
}

PairRelation stated_relation(const Hypotheses& h) { return h.relation; }
const Rational& stated_group(const Hypotheses& h) { return h.group; }
Attained stated_attainment(const Hypotheses& h) { return h.attained; }
const std::string& stated_family(const Hypotheses& h) { return h.family; }

bool is_dominating(const Hypotheses& h) { return h.dominates; }

bool is_shown_by_some(const Hypotheses& h) {
  return h.attained == Attained::family || h.attained == Attained::every;
}

namespace {

bool has_fact(const Hypotheses& h, const char* name) {
  return std::any_of(h.public_facts.begin(), h.public_facts.end(),
                     [&](const PublicFact& fact) { return fact.first == name; });
}

}  // namespace

bool has_own_keys(const Hypotheses& h) { return has_fact(h, kKeys); }
bool has_raising_records(const Hypotheses& h) { return has_fact(h, kContribution); }
bool is_about_all_records(const Hypotheses& h) {
  return !has_own_keys(h) && !has_raising_records(h);
}

bool same_records(const Hypotheses& a, const Hypotheses& b) {
  return has_own_keys(a) == has_own_keys(b) && has_raising_records(a) == has_raising_records(b);
}

bool same_neighbours(const Hypotheses& a, const Hypotheses& b) {
  return a.relation == b.relation && a.group == b.group && same_records(a, b);
}

bool are_equal(const Hypotheses& a, const Hypotheses& b) { return a == b; }

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

std::vector<PublicFact> shared_parameters(const Hypotheses& hypotheses) {
  std::vector<PublicFact> out;
  for (const PublicFact& fact : hypotheses.public_facts) {
    if (fact.first != kKeys && fact.first != kContribution) out.push_back(fact);
  }
  return out;
}

std::string mixed_warning(const Hypotheses& hypotheses) {
  if (hypotheses.relation != PairRelation::mixed) return "";
  return "the factors are of unlike neighbours: " + joined(hypotheses.unlike, " beside ") +
         "; the number holds for this pair and says nothing about a mechanism";
}

HypothesesPtr attacked_hypotheses(Direction direction) {
  Hypotheses out;
  out.relation = relation_of(direction);
  return std::make_shared<const Hypotheses>(std::move(out));
}

// Proof. Let the promise dominate all pairs of data sets that differ in at most g records of one user. Data sets that
// differ in k <= g records are among these pairs, so the promise bounds them as well. Each pair with a group= is proved
// for at most g records:
// - gaussian, laplace: k records move the value by at most k times the sensitivity, which is at most g times it;
// - subsampled_gaussian: GROUP-VECTORS bounds the norm of each record's contribution from above. A record that
//   contributes 0 does not change the laws of the outputs, so k records are equivalent to g records of which g - k
//   contribute 0.
// Products, powers, choices and selections have the group of their factors, and their rules hold separately for each
// pair of data sets. The relation: adding or removing includes each direction alone; a pair without a relation bounds
// any two data sets whose values differ by the sensitivity or less.
bool covers(const Hypotheses& promise, const Hypotheses& attacked) {
  const bool same = stated_relation(promise) == PairRelation::any ||
                    stated_relation(promise) == stated_relation(attacked) ||
                    (stated_relation(promise) == PairRelation::add_remove &&
                     (stated_relation(attacked) == PairRelation::remove ||
                      stated_relation(attacked) == PairRelation::add));
  return is_dominating(promise) && is_about_all_records(promise) && same &&
         stated_group(attacked) <= stated_group(promise);
}

}  // namespace plumbline
