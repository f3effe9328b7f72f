/// Several runs of mechanisms of bounded range (for example exponential mechanisms): the losses of each run lie in an
/// interval of the length `range`. The results are the worst values over all compositions of such mechanisms.
#pragma once

#include <optional>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/runs_of_a_class.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

struct WorstRange {
  /// The exact largest delta(epsilon) if all intervals are fixed before the first run.
  Certified fixed;
  /// The parameter of the worst mechanism, which has the losses t and t - range in every run; nothing if delta(epsilon)
  /// of every mechanism has the smallest possible value (1 - e^epsilon)_+.
  std::optional<Rational> t;
};
WorstRange worst_fixed_range(const RangeRuns& runs, const Rational& epsilon, const Effort& effort);

/// Returns an upper bound of the Renyi divergence of an order above 1, in either direction, even if each mechanism
/// depends on earlier outputs. Runs of the mechanism with the losses t and t - range, for some t that depends on the
/// order, attain it. Throws std::invalid_argument unless order > 1.
Ball range_renyi(const RangeRuns& runs, const Rational& order, Bits p);

/// Returns a range of the largest delta(epsilon) if each mechanism may depend on earlier outputs. The lower end is the
/// value for fixed intervals; the upper end is that of range_ceiling() or of the pair
/// `exponential_mechanism(epsilon=range)`, whichever is smaller.
Certified worst_adaptive_range(const RangeRuns& runs, const Rational& epsilon,
                               const WorstRange& fixed, const Effort& effort);

/// Number of digits of a stated upper bound for adaptive runs. A search in doubles finds the best bound, and its
/// result may vary by some units of the sixteenth digit.
inline constexpr int kStatedDigits = 12;

/// The smallest epsilon >= 0 at which the worst delta is at most `delta`.
struct WorstRangeEpsilon {
  Certified fixed, adaptive;  ///< for intervals fixed in advance, and for adaptive runs
  std::optional<Rational> t;  ///< approximate parameter of the worst mechanism; nothing at epsilon
                              ///< = 0
};
/// Throws std::invalid_argument unless 0 < delta < 1.
WorstRangeEpsilon worst_range_epsilon(const RangeRuns& runs, const Rational& delta,
                                      const Effort& effort);

/// Returns an upper bound of delta for adaptive runs from their Renyi divergence at the best order; if `moved`, at
/// another order (for an independent check). Returns nothing unless the bound is below approximately e^log_wanted.
std::optional<ChernoffBound> range_ceiling(const RangeRuns& runs, const Rational& epsilon,
                                           double log_wanted, bool moved);

}  // namespace plumbline
