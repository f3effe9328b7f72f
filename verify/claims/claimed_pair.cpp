#include "verify/claims/claimed_pair.hpp"

#include <algorithm>

#include "reference/mechanisms/factor_sides.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"

namespace plumbline {
namespace {

void multiply(std::string* product, const std::string& factor) {
  if (!factor.empty()) *product += (product->empty() ? "" : " * ") + factor;
}

/// Returns true if the pair of a factor with an inner mechanism does not dominate by its own hypotheses, although the
/// claimed hypotheses state dominance. This is so if the inner pair is specified by its data sets.
bool describes_inside(const WrittenFactor& factor, const Hypotheses& claimed) {
  return !factor.parameters.inner.empty() && claimed.dominates && !hypotheses_of(factor).dominates;
}

/// Joins the parameters that choose data sets: sets *all to `one` if *all is empty. Returns false if the two texts
/// differ and neither is empty.
bool join_chosen(const std::string& one, std::string* all) {
  if (one.empty() || one == *all) return true;
  const bool first = all->empty();
  if (first) *all = one;
  return first;
}

ClaimedPair pair_of_factor(const WrittenFactor& factor, PairRelation unstated) {
  ClaimedPair out;
  out.hypotheses = std::make_shared<const Hypotheses>(claimed_hypotheses(factor, unstated));
  out.of_pair_alone = describes_inside(factor, *out.hypotheses);
  if (!factor.entry->facts->itself_with.empty()) out.chosen = hypotheses_of(factor).chosen;
  FactorSides sides = sides_of(factor);
  out.ceiling = std::move(sides.ceiling);
  if (!is_shown_by_some(*out.hypotheses)) {
    out.parts = {{std::move(sides.member), std::move(sides.member_at)}};
  }
  return out;
}

using Products = std::vector<std::pair<std::string, ClaimedPair>>;

/// Returns the parts of a member, a product that some neighbours attain. All factors run on the same neighbours. A
/// factor that is attained for every kind of query (Attained::every) is a part itself. A factor that is not attained is
/// replaced by its own parts. Factors that only named neighbours attain are omitted, because these neighbours may
/// differ from the neighbours of the other factors. If no other factor has a part, the first omitted factor is the only
/// part. A product without one of its factors is a valid member, because omitting a factor is post-processing.
std::vector<MemberPart> parts_of(const Products& products) {
  std::vector<MemberPart> out;
  std::string named;
  for (const auto& [text, one] : products) {
    if (one.hypotheses->attained == Attained::family) {
      if (named.empty()) named = text;
    } else if (one.hypotheses->attained == Attained::every) {
      out.push_back({text});
    } else {
      out.insert(out.end(), one.parts.begin(), one.parts.end());
    }
  }
  const bool any =
      std::any_of(out.begin(), out.end(), [](const MemberPart& x) { return !x.text.empty(); });
  if (!any && !named.empty()) out = {{named}};
  return out;
}

std::string ceiling_of(const Products& products) {
  std::string out;
  bool smaller = false;
  for (const auto& [text, one] : products) {
    smaller = smaller || !one.ceiling.empty();
    multiply(&out, one.ceiling.empty() ? text : one.ceiling);
  }
  return smaller ? out : "";
}

bool is_presence(PairRelation relation) {
  return relation == PairRelation::add_remove || relation == PairRelation::add ||
         relation == PairRelation::remove;
}

bool keeps_number(PairRelation relation) {
  return relation == PairRelation::replace_one || relation == PairRelation::replace_special;
}

}  // namespace

bool ClaimedPair::has_places() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const MemberPart& x) { return x.at != nullptr; });
}

void ClaimedPair::set_relation(PairRelation relation) {
  Hypotheses changed = *hypotheses;
  changed.relation = relation;
  hypotheses = std::make_shared<const Hypotheses>(std::move(changed));
}

void ClaimedPair::set_dominance(bool dominates, Attained attained) {
  Hypotheses changed = *hypotheses;
  changed.dominates = dominates;
  changed.attained = attained;
  hypotheses = std::make_shared<const Hypotheses>(std::move(changed));
}

std::string ClaimedPair::member(const std::vector<std::optional<double>>& places) const {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    const MemberPart& part = parts[i];
    const bool placed = part.at && i < places.size() && places[i];
    const std::string there = placed ? part.at(*places[i]) : "";
    multiply(&out, there.empty() ? part.text : there);
  }
  return out;
}

ClaimedPair product_of_pairs(const Products& products) {
  if (products.size() == 1) return products.front().second;
  std::vector<StatedPair> stated;
  for (const auto& [text, one] : products) stated.push_back({text, *one.hypotheses});
  ClaimedPair out;
  for (const auto& [text, one] : products) {
    const bool agree = join_chosen(one.chosen, &out.chosen);
    out.of_pair_alone = out.of_pair_alone || one.of_pair_alone || !agree;
  }
  out.hypotheses = std::make_shared<const Hypotheses>(product_of(stated));
  if (out.hypotheses->relation == PairRelation::mixed) return out;
  out.ceiling = ceiling_of(products);
  if (!is_shown_by_some(*out.hypotheses)) out.parts = parts_of(products);
  return out;
}

ClaimedPair claimed_pair(const std::vector<WrittenFactor>& factors, PairRelation unstated) {
  Products all;
  for (const WrittenFactor& factor : factors) {
    all.emplace_back(factor.text(), pair_of_factor(factor, unstated));
  }
  return product_of_pairs(all);
}

std::string mixed_refusal(const Hypotheses& pair) {
  if (pair.relation != PairRelation::mixed) return "";
  std::string factors;
  for (const std::string& one : pair.unlike) factors += (factors.empty() ? "" : " beside ") + one;
  return "the factors are of unlike neighbours, and no data sets are neighbours for all of them: " +
         factors;
}

std::string relation_refusal(const Hypotheses& pair, PairRelation claimed,
                             const std::string& text) {
  if (pair.relation == PairRelation::mixed) return mixed_refusal(pair);
  const bool direction_of = pair.relation == PairRelation::add_remove && is_presence(claimed);
  if (pair.relation == PairRelation::any || pair.relation == claimed || direction_of) return "";
  std::string out = "adjacency " + relation_name(claimed) + ": " + text + " is a pair of " +
                    relation_name(pair.relation);
  if (is_presence(claimed) && keeps_number(pair.relation)) {
    return out + ", which keeps the number of records: none is added or removed";
  }
  return out + "; no conversion between the two is proved here";
}

}  // namespace plumbline
