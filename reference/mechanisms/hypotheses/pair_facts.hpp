/// The facts that a mechanism's entry states about its pair: dominance, attainment, and neighbouring pairs. To refute a
/// claim that is false for the pair, the pair must be attained. To prove a claim that is true for the pair, the pair
/// must dominate.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/hypotheses/pair_relation.hpp"
#include "reference/mechanisms/hypotheses/public_fact.hpp"

namespace plumbline {

struct Hypotheses;
struct StatedPair;
struct WrittenFactor;

enum class PairDominance {
  both,        ///< the pair dominates, and some neighbours attain it for some query; the same holds
               ///< for compositions
  each_point,  ///< the pair dominates, and for one run some neighbours attain each point of its
               ///< profile; for several runs it only dominates
  dominating,  ///< the pair dominates; no neighbours are known to attain it
  attained,    ///< named neighbours attain the pair; dominance is not known
  itself,      ///< the pair is defined by its two data sets, and a claim is about this pair itself
  inner,       ///< PairFacts::rule derives the dominance from the mechanisms inside
  unstated     ///< no statement; a claim is about the pair itself
};

/// "attained and dominating", "dominating; of one run each point is attained", ...
std::string dominance_name(PairDominance dominance);

/// The stated facts. Every mechanism of the library has them in its entry (tests/mechanisms/pair_facts_test.cpp), and
/// docs/mechanisms.md lists them.
struct PairFacts {
  PairDominance dominance = PairDominance::unstated;
  std::string neighbours{};  ///< the difference between the two data sets, in words
  std::string because{};     ///< the proof, by name or reference
  /// If one of these parameters is written, the dominance is `itself`, as for exponential_mechanism with the parameter
  /// t.
  std::vector<std::string> itself_with{};
  /// For a pair that is not attained itself: returns the expression, without its power, of a pair that some neighbours
  /// attain in every run; empty if none is known.
  std::string (*member)(const WrittenFactor&) = nullptr;
  /// Returns the expression of another dominating pair, whose losses are smaller than those of this pair; empty if
  /// there is none.
  std::string (*ceiling)(const WrittenFactor&) = nullptr;
  /// The relation of a pair whose expression has no parameter relation=. It is not used for subsampled pairs and for
  /// pairs about replaced records.
  PairRelation relation = PairRelation::any;
  /// Parameters with equal values in both data sets: a number of records, users or steps.
  std::vector<std::string> public_parameters{};
  /// Further conditions on both data sets, each a public fact with its value.
  std::vector<PublicFact> conditions{};
  /// Returns the dominance if it depends on the parameters; otherwise `dominance` applies.
  PairDominance (*dominance_of)(const WrittenFactor&) = nullptr;
  /// The rule of a combinator: combines the hypotheses of the mechanisms inside.
  Hypotheses (*rule)(const WrittenFactor&, const std::vector<StatedPair>& inner) = nullptr;
  /// For a family of pairs. Each pair of the family can be used in place of `member`; which one is the worst depends on
  /// the quantity. Returns the expression of the pair at the position `place` of the family, from 0 to 1; empty if no
  /// pair is known there.
  std::string (*member_at)(const WrittenFactor&, double place) = nullptr;
};

/// Returns the facts with these parameters added to `public_parameters`.
PairFacts with_public(PairFacts facts, const std::vector<std::string>& parameters);

/// Facts about noise with log-concave density: the best tests of a shift are half-lines, for every shift, and their
/// power increases with the shift. `neighbours`: the values that may differ by the sensitivity or less.
PairFacts log_concave_facts(const std::string& neighbours);
inline const char* const kShiftedValues = "two values that differ by the sensitivity or less";
inline const char* const kShiftedIntegers = "two integers that differ by the sensitivity or less";

/// Facts about Poisson sampling. The pair is attained by neighbours in which all records except the differing one
/// contribute nothing. `dominates`: the proof of dominance.
PairFacts sampled_facts(const std::string& neighbours, const std::string& dominates);
inline const char* const kOneRecord = "one record added or removed";
inline const char* const kSampledPair = "it dominates: Zhu, Dong, Wang 2022";

}  // namespace plumbline
