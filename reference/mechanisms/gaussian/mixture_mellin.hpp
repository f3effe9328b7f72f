/// K on a line left of 0, for hundreds of digits and more: an inner integral of Gamma functions along a vertical line,
/// whose trapezoid sums for all s of the outer line form one convolution.
#pragma once

#include <optional>

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// The inner sum. Any rule gives a correct enclosure, a good one a tight enclosure.
struct MellinRule {
  double a = 0;               ///< c < a < 0, taken exactly
  long split = 1;             ///< nodes a + i j D/split, D the outer step
  long first = 0, last = 0;   ///< first <= j <= last, first <= 0 <= last
  long below = 0, above = 0;  ///< terms of the expansions of aliases on either side
};

/// K(c + i k D), k < count, c < 0, D > 0, with errors by BOUND(MIXTURE-MELLIN).
LineValues mellin_line(const MixtureLaw& law, double c, const MellinRule& rule, const Ball& D,
                       size_t count, Bits p, const std::function<void()>& poll);

namespace heuristic {
/// A rule with errors of approximately e^-target; nothing if there is none, or if it would take longer than sums over
/// so many places of the output (0: not compared).
std::optional<MellinRule> mellin_rule(const MixtureLaw& law, double c, double D, size_t count,
                                      double target, size_t places = 0);
/// The approximate period 2 pi/D of the outer line from which on the inner nodes are no finer than this; infinite if
/// sums over the output are faster.
double mellin_period(const MixtureLaw& law, double c, double target);
/// log of the size of the largest cancelling terms.
double log_mellin_size(const MixtureLaw& law, double c, const MellinRule& rule, double D,
                       size_t count);
}  // namespace heuristic

}  // namespace plumbline::mixture
