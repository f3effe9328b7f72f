#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"

namespace plumbline {
namespace {

[[noreturn]] void refuse(const StatedPair& inner, const std::string& why,
                         const std::string& remedy) {
  throw RefusedPair("subsampled does not take " + inner.text + ": " + why + "; " + remedy);
}

bool is_exchange(PairRelation relation) {
  return relation == PairRelation::replace_one || relation == PairRelation::replace_special ||
         relation == PairRelation::zero_out;
}

/// Returns the option ",relation=replace" (or the like) of subsampled_gaussian; empty if records are added or removed.
std::string relation_text(PairRelation relation) {
  if (!is_exchange(relation)) return "";
  return ",relation=" +
         (relation == PairRelation::replace_one ? "replace" : relation_name(relation));
}

/// Returns the remedy for a group: the sampled Gaussian mechanism with group=. This mechanism does not support groups
/// of replaced records.
std::string remedy_for_group(const Hypotheses& one) {
  const bool exchanged = one.relation == PairRelation::replace_one;
  return "write subsampled_gaussian(sigma=...,p=...,group=" + one.group.text() +
         (exchanged ? "" : relation_text(one.relation)) + ") for Gaussian noise" +
         (exchanged ? ", whose relation is another one: records added or removed, not exchanged"
                    : "") +
         "; no pair is proved for other noise";
}

std::string remedy_for_exchange(const Hypotheses& one) {
  return "write subsampled_gaussian(sigma=...,p=..." + relation_text(one.relation) +
         ") for Gaussian noise. Under another relation, one record added or removed, "
         "approximate_dp(epsilon=...,delta=0) inside stands for any mechanism that is "
         "epsilon-private under that relation";
}

}  // namespace

// Proof. Let M have the dominating pair (P, Q), P without the record and Q with it. The record is in the batch with
// probability p. Hence the laws of the output without and with the record are P and (1-p) P + p Q, and (P, (1-p) P + p
// Q) dominates the sampled mechanism in both directions (Zhu, Dong, Wang 2022, Theorem 11). The proof requires that
// the two data sets differ by the presence of one record, and that M without the record is M on the other records. The
// following cases violate this:
// - in a group each of the k records is sampled independently, so that 0 to k of them are in the batch;
// - an exchanged record is absent from both batches with probability 1-p;
// - a public number of records is not the number of records in a batch, which is random.
// Attainment by a class of queries is inherited: for some query only the record changes the answer, for all other
// records of the batch. Attainment by a family is not inherited, because the other records of the family need not be
// in the batch. A point of the sampled profile is a multiple of one point of the inner profile, so pointwise
// attainment is inherited.
Hypotheses sampled_of(const StatedPair& inner) {
  const Hypotheses& one = inner.hypotheses;
  if (one.group != Rational(1)) {
    refuse(inner, "the records of a group are sampled each by itself", remedy_for_group(one));
  }
  const bool is_present = one.relation == PairRelation::any ||
                          one.relation == PairRelation::add_remove ||
                          one.relation == PairRelation::add || one.relation == PairRelation::remove;
  if (one.relation == PairRelation::mixed) {
    refuse(inner, "its parts are of unlike neighbours",
           "all parts need one relation and one size of groups");
  }
  if (!is_present) {
    refuse(inner,
           "it exchanges records (" + relation_name(one.relation) +
               "), which are absent from both batches with probability 1-p",
           remedy_for_exchange(one));
  }
  for (const auto& [name, value] : one.public_facts) {
    if (name != kRecords) continue;
    refuse(inner,
           "it uses a public number of records, " + value + ", and the size of a batch is random",
           "sample a mechanism without it");
  }
  Hypotheses out = one;
  if (out.relation == PairRelation::any) out.relation = PairRelation::add_remove;
  if (out.attained == Attained::family) out.attained = Attained::no;
  clear_family(&out);
  out.proof.emplace_back("sampled: Zhu, Dong, Wang 2022, Theorem 11");
  return out;
}

}  // namespace plumbline
