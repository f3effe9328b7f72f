/// What a mechanism's pair is to the mechanism: whether it bounds what all neighbouring data sets have
/// (it dominates), and whether some neighbours have it (it is attained). A claim that fails against
/// a pair is refuted only where the pair is attained, one that holds is true only where it dominates.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct WrittenFactor;

enum class PairSide {
  both,        ///< it dominates, and some neighbours have it: so do compositions
  each_point,  ///< it dominates, and of one run every point of its profile is some neighbours' own;
               ///< of several it dominates only
  dominating,  ///< it dominates; no neighbours are known to have it
  attained,    ///< some neighbours have it; that it dominates is not known
  inner        ///< what the mechanisms inside are
};

/// "attained and dominating", "dominating; each point of one run's profile attained", ...
std::string side_name(PairSide side);

/// Every mechanism of the library says it in its entry (tests/mechanisms/pair_standing_test.cpp), and
/// docs/mechanisms.md says the same. Of one that says nothing the pair itself is meant.
struct PairStanding {
  PairSide side = PairSide::both;
  std::string neighbours{};  ///< the data sets that are exchanged for each other
  std::string because{};     ///< the proof, where it stands, or the reference
  /// Parameters with which the pair is both: exponential_mechanism with t is that very pair.
  std::vector<std::string> both_with{};
  /// Where the pair is not attained: one that some neighbours have in every run, as an expression
  /// without its power; empty where there is none.
  std::string (*member)(const WrittenFactor&) = nullptr;
  /// One that dominates as well and is smaller; empty where none is needed.
  std::string (*ceiling)(const WrittenFactor&) = nullptr;
};

/// Of noise whose density is log-concave: the best tests of a shift are half-lines, for every shift,
/// and gain with it. `neighbours`: what may differ by the sensitivity or less.
PairStanding log_concave_standing(const std::string& neighbours);
inline const char* const kShiftedValues = "two values that differ by the sensitivity or less";
inline const char* const kShiftedIntegers = "two integers so far apart or less";

/// Of Poisson sampling, where all other records may add nothing. `dominates`: why it does.
PairStanding sampled_standing(const std::string& neighbours, const std::string& dominates);
inline const char* const kOneRecord = "one record added or removed";
inline const char* const kSampledPair = "it dominates: Zhu, Dong, Wang 2022";

}  // namespace plumbline
