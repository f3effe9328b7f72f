#include <algorithm>

#include "reference/mechanisms/hypotheses/rules.hpp"

namespace plumbline {
namespace {

std::string described(const StatedPair& one) {
  const Hypotheses& h = one.hypotheses;
  const std::string group = h.group == Rational(1) ? "" : ", group of " + h.group.text();
  const std::string shared = public_text(h);
  return one.text + " (" + relation_name(h.relation) + group +
         (shared.empty() ? "" : ", " + shared) + ")";
}

bool relations_agree(PairRelation a, PairRelation b) {
  return a == b || a == PairRelation::any || b == PairRelation::any;
}

/// Returns true if both pairs can be about the same data sets, that is, if the numbers of records agree. Other public
/// facts, such as a number of steps, belong to each factor.
bool facts_agree(const Hypotheses& a, const Hypotheses& b) {
  return std::all_of(a.public_facts.begin(), a.public_facts.end(), [&](const PublicFact& x) {
    return std::all_of(b.public_facts.begin(), b.public_facts.end(), [&](const PublicFact& y) {
      return x.first != kRecords || y.first != kRecords || x.second == y.second;
    });
  });
}

bool agree(const Hypotheses& a, const Hypotheses& b) {
  return a.relation != PairRelation::mixed && b.relation != PairRelation::mixed &&
         relations_agree(a.relation, b.relation) && a.group == b.group && facts_agree(a, b);
}

void add_proof(const Hypotheses& from, Hypotheses* to) {
  for (const std::string& proof : from.proof) {
    if (std::find(to->proof.begin(), to->proof.end(), proof) == to->proof.end()) {
      to->proof.push_back(proof);
    }
  }
}

void add_facts(const Hypotheses& from, Hypotheses* to) {
  for (const PublicFact& fact : from.public_facts) {
    if (std::find(to->public_facts.begin(), to->public_facts.end(), fact) ==
        to->public_facts.end()) {
      to->public_facts.push_back(fact);
    }
  }
  std::sort(to->public_facts.begin(), to->public_facts.end());
}

/// Returns the hypotheses of a mixed pair. `unlike` describes the two factors that do not agree; mixed_warning() names
/// them.
Hypotheses mixed(const std::vector<std::string>& unlike) {
  Hypotheses out;
  out.relation = PairRelation::mixed;
  out.unlike = unlike;
  return out;
}

/// Returns true if both are attained by families of neighbours that may be the same: the texts of the families are
/// equal, and the parameters that choose the data sets are equal, or one of the pairs has no such parameters.
bool families_agree(const Hypotheses& a, const Hypotheses& b) {
  const bool named = a.attained == Attained::family && b.attained == Attained::family;
  const bool is_free = a.chosen.empty() || b.chosen.empty();
  return named && a.family == b.family && (is_free || a.chosen == b.chosen);
}

/// Returns the family as certificates of version 3 compare it, by its text.
const std::string& family_by_text(const Hypotheses& h) {
  return h.attained == Attained::family ? h.family : h.former_family;
}

/// Sets the family of a product to that of its factors if `same` is true, that is, if both factors have the same
/// family. Clears the family otherwise.
void set_family(const Hypotheses& a, const Hypotheses& b, bool same, Hypotheses* out) {
  const bool by_text = family_by_text(a) == family_by_text(b);
  out->former_family = !same && by_text ? family_by_text(a) : "";
  out->family = same ? a.family : "";
  out->chosen = !same ? "" : a.chosen.empty() ? b.chosen : a.chosen;
}

/// Returns the hypotheses of the product of two pairs; `families_agree` decides if the same family of neighbours
/// attains both pairs.
Hypotheses beside(const StatedPair& a, const StatedPair& b) {
  const Hypotheses &x = a.hypotheses, &y = b.hypotheses;
  if (x.relation == PairRelation::mixed) return mixed(x.unlike);
  if (y.relation == PairRelation::mixed) return mixed(y.unlike);
  if (!agree(x, y)) return mixed({described(a), described(b)});
  Hypotheses out = x;
  if (x.relation == PairRelation::any) out.relation = y.relation;
  out.dominates = x.dominates && y.dominates;
  const bool every = x.attained == Attained::every && y.attained == Attained::every;
  const bool same_family = families_agree(x, y);
  out.attained = every ? Attained::every : same_family ? Attained::family : Attained::no;
  set_family(x, y, same_family, &out);
  add_proof(y, &out);
  add_facts(y, &out);
  return out;
}

Hypotheses all_together(const std::vector<StatedPair>& parts) {
  if (parts.empty()) return {};
  StatedPair sum = parts.front();
  for (size_t i = 1; i < parts.size(); ++i) {
    sum.hypotheses = beside(sum, parts[i]);
    if (sum.hypotheses.relation == PairRelation::any) continue;
    // A message names the text of the factor that fixed the relation.
    if (parts[i].hypotheses.relation == sum.hypotheses.relation) sum.text = parts[i].text;
  }
  return sum.hypotheses;
}

}  // namespace

// Proof. Neighbours for all factors exist only if the relations are equal, or one is `any` and assumes the other. The
// groups must be equal, because a group of k records is not one record. The numbers of records must be equal, because
// different numbers belong to different data sets. Then:
// - dominance: if each pair dominates its mechanism uniformly in earlier outputs, then the product of the pairs
//   dominates the adaptive composition (Zhu, Dong, Wang 2022, Theorem 10);
// - attainment by every class: for the queries of each factor there are neighbours x, x' with the largest change. The
//   queries are free, so all queries can be chosen to have their largest change between the same x and x';
// - attainment by a family: equal families are the same neighbours. Two different families, or a family and a class,
//   are not known to have neighbours in common (a count in one bin and a count in another are each attained, and no
//   single record attains both). A pair that is defined by its two laws alone puts no condition on the data sets: for
//   any two data sets there is a mechanism with these laws. Hence several such factors, together with one factor that
//   chooses data sets by its parameters, are attained together. Two factors that choose data sets by different
//   parameters are not: with shuffled_rr(n=10,ones=0) no other user has a one, with ones=5 five other users have a
//   one;
// - a pair whose points are attained by different neighbours has no neighbours that attain its product.
// Directions: in every pair of this library, P is the law without the record and Q the law with it. Hence the
// direction tables of two factors with the same relation are equal.
Hypotheses product_of(const std::vector<StatedPair>& factors) { return all_together(factors); }

// Proof. The proof is that of product_of with equal factors. For an unknown number of runs the proof uses only that
// the number is at least one.
Hypotheses power_of(const Hypotheses& one, bool once) {
  Hypotheses out = one;
  if (!once && out.attained == Attained::pointwise) out.attained = Attained::no;
  return out;
}

// Proof. The choice has the same distribution for both data sets and is part of the output. Hence, at each epsilon, H
// of the choice is the mean of H over the branches. This mean is at most the mean of the bounds (dominance). Equality
// holds if the same neighbours attain all branches: every class, or equal families, as in product_of. Branches that
// are attained pointwise have different neighbours, so the mean is not attained.
Hypotheses choice_of(const std::vector<StatedPair>& branches) { return all_together(branches); }

// Proof. All runs apply the base to the same data, so their neighbours are those of the base. A bound computed from a
// pair that dominates the base therefore holds for all of these neighbours. No neighbours are known whose best run
// attains the bound.
Hypotheses selection_of(const Hypotheses& base) {
  Hypotheses out = base;
  out.attained = Attained::no;
  clear_family(&out);
  return out;
}

void clear_family(Hypotheses* hypotheses) {
  hypotheses->family.clear();
  hypotheses->chosen.clear();
  hypotheses->former_family.clear();
}

}  // namespace plumbline
