/// Several runs of mechanisms of bounded range (the exponential mechanism is one): the worst of all
/// their compositions, not of one at a given t.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/runs_of_a_class.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct WorstRange {
  /// The largest delta(epsilon) where all intervals are fixed before the first run, exactly.
  Certified fixed;
  /// It is that of the mechanism with the losses t and t - range, run so often; nothing where no
  /// mechanism does more harm than epsilon < 0 itself.
  std::optional<Rational> t;
};
WorstRange worst_fixed_range(const RangeRuns& runs, const Rational& epsilon, const Effort& effort);

/// Returns an upper bound of the Renyi divergence of an order above 1, in either direction, also where each mechanism
/// may depend on the outputs before it. Runs of the mechanism with the losses t and t - range, at some t that depends
/// on the order, have just that. Throws std::invalid_argument unless order > 1.
Ball range_renyi(const RangeRuns& runs, const Rational& order, Bits p);

/// Returns the worst range where each mechanism may depend on the outputs before it: at least that
/// of fixed ones, at most by range_ceiling or the pair `exponential_mechanism(epsilon=range)`.
Certified worst_adaptive_range(const RangeRuns& runs, const Rational& epsilon,
                               const WorstRange& fixed, const Effort& effort);

/// An upper bound of adaptive runs is stated to so many digits: the best one is found by a search in doubles, which
/// ends elsewhere by some units of the sixteenth digit.
inline constexpr int kStatedDigits = 12;

/// The smallest epsilon >= 0 at which the worst delta is at most `delta`.
struct WorstRangeEpsilon {
  Certified fixed, adaptive;  ///< as of delta
  std::optional<Rational> t;  ///< of the worst there, roughly; nothing at epsilon = 0
};
/// Throws std::invalid_argument unless 0 < delta < 1.
WorstRangeEpsilon worst_range_epsilon(const RangeRuns& runs, const Rational& delta,
                                      const Effort& effort);

/// An upper bound for adaptive runs by their Renyi divergences, from another order if `moved`.
/// Nothing unless below e^log_wanted, roughly.
std::optional<ChernoffBound> range_ceiling(const RangeRuns& runs, const Rational& epsilon,
                                           double log_wanted, bool moved);

}  // namespace plumbline
