/// The facts that a mechanism's entry states about its pair: dominance, attainment, and the pairs next to it. A
/// claim that fails against a pair is refuted only where the pair is attained; one that holds is true only
/// where it dominates.
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
  both,        ///< it dominates, and some neighbours have it for some query: so do compositions
  each_point,  ///< it dominates, and of one run every point of its profile is some neighbours' own;
               ///< of several it dominates only
  dominating,  ///< it dominates; no neighbours are known to have it
  attained,    ///< named neighbours have it; that it dominates is not known
  itself,   ///< the pair is given by its two data sets, and a claim about it means this very pair
  inner,    ///< as the mechanisms inside, by PairFacts::rule
  unstated  ///< nothing is stated; a claim means the pair itself
};

/// "attained and dominating", "dominating; of one run each point is attained", ...
std::string dominance_name(PairDominance dominance);

/// Every mechanism of the library states them in its entry (tests/mechanisms/pair_facts_test.cpp), and
/// docs/mechanisms.md repeats them.
struct PairFacts {
  PairDominance dominance = PairDominance::unstated;
  std::string neighbours{};  ///< the data sets that are exchanged for each other
  std::string because{};     ///< the proof, by name or reference
  /// Parameters with which the pair is `itself`: exponential_mechanism with t is that very pair.
  std::vector<std::string> itself_with{};
  /// Where the pair is not attained: one that some neighbours have in every run, as an expression
  /// without its power; empty where there is none.
  std::string (*member)(const WrittenFactor&) = nullptr;
  /// One that dominates as well and is smaller; empty where none is needed.
  std::string (*ceiling)(const WrittenFactor&) = nullptr;
  /// The relation of a pair that takes no relation= and is neither sampled nor an exchange.
  PairRelation relation = PairRelation::any;
  /// Parameters whose values both data sets share: a number of records, users or steps.
  std::vector<std::string> public_parameters{};
  /// Further conditions on both data sets, each a public fact with its value.
  std::vector<PublicFact> conditions{};
  /// Where dominance depends on the parameters; `dominance` otherwise.
  PairDominance (*dominance_of)(const WrittenFactor&) = nullptr;
  /// For combinators: the rule by which the hypotheses of the mechanisms inside combine.
  Hypotheses (*rule)(const WrittenFactor&, const std::vector<StatedPair>& inner) = nullptr;
  /// Where several pairs may stand in the place of `member`: the one at `place` in [0, 1]. Which of them is
  /// the worst depends on the quantity. Empty where no pair is known there.
  std::string (*member_at)(const WrittenFactor&, double place) = nullptr;
};

/// The facts with the names of parameters whose values both data sets share.
PairFacts with_public(PairFacts facts, const std::vector<std::string>& parameters);

/// Facts about noise whose density is log-concave: the best tests of a shift are half-lines, for every
/// shift, and gain with it. `neighbours`: the values that may differ by the sensitivity or less.
PairFacts log_concave_facts(const std::string& neighbours);
inline const char* const kShiftedValues = "two values that differ by the sensitivity or less";
inline const char* const kShiftedIntegers = "two integers so far apart or less";

/// Facts about Poisson sampling, where all other records may add nothing. `dominates`: the proof that it does.
PairFacts sampled_facts(const std::string& neighbours, const std::string& dominates);
inline const char* const kOneRecord = "one record added or removed";
inline const char* const kSampledPair = "it dominates: Zhu, Dong, Wang 2022";

}  // namespace plumbline
