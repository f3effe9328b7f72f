/// Computes the transform K(s) of the subsampled Gaussian pair on a line Re s = c < 0, for hundreds of digits and more.
/// K(s) is an integral of Gamma functions along an inner vertical line. Its trapezoid sums for all s of the outer line
/// Re s = c form one convolution.
#pragma once

#include <optional>

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture {

/// The rule of the inner sum. The enclosure is correct for every rule, and tight for a good one.
struct MellinRule {
  double a = 0;               ///< the inner line has the real part a, c < a < 0, an exact number
  long split = 1;             ///< the inner nodes are a + i j D/split, where D is the outer step
  long first = 0, last = 0;   ///< first <= j <= last, first <= 0 <= last
  long below = 0, above = 0;  ///< numbers R and Q of terms in BOUND(MIXTURE-MELLIN)
};

/// Encloses K(c + i k D) for k < count, c < 0, D > 0, with errors by BOUND(MIXTURE-MELLIN).
LineValues mellin_line(const MixtureLaw& law, double c, const MellinRule& rule, const Ball& D,
                       size_t count, Bits p, const std::function<void()>& poll);

namespace heuristic {
/// Returns a rule with errors of approximately e^-target. Returns nothing if no rule is found, or if the rule takes
/// longer than the quadrature over the output (mixture.hpp) with `places` nodes (0: no comparison).
std::optional<MellinRule> mellin_rule(const MixtureLaw& law, double c, double D, size_t count,
                                      double target, size_t places = 0);
/// Returns the approximate smallest period 2 pi/D of the outer line for which the inner nodes need no finer step than
/// D. Infinite if the quadrature over the output is faster.
double mellin_period(const MixtureLaw& law, double c, double target);
/// Returns the log of the modulus of the largest term of the sums, which determines the bits lost by cancellation.
double log_mellin_size(const MixtureLaw& law, double c, const MellinRule& rule, double D,
                       size_t count);
}  // namespace heuristic

}  // namespace plumbline::mixture
