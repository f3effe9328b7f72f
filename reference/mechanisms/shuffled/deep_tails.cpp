#include "reference/mechanisms/shuffled/deep_tails.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

/// Returns -log2 of the smallest of the four tails; infinite if a tail has no positive lower bound.
double depth_of(const LossTails& tails) {
  double out = 0;
  for (const Ball* x : {&tails.P_above, &tails.P_below, &tails.Q_above, &tails.Q_below}) {
    const Ball least = x->lower();
    if (!certainly_positive(least)) return std::numeric_limits<double>::infinity();
    out = std::max(out, -least.log_approximate() / kLn2);
  }
  return out;
}

double least_digits(const LossTails& tails) {
  return std::min({tails.P_above.relative_digits(), tails.P_below.relative_digits(),
                   tails.Q_above.relative_digits(), tails.Q_below.relative_digits()});
}

}  // namespace

bool is_zero(const Real& t, Bits p) {
  if (t.is_known_as(Rational(0))) return true;
  const Ball at = t(p);
  return at.is_exact() && at.contains_zero();
}

WindowTails WindowTails::unknown(Bits p) {
  const Ball anything = Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p);
  return {{anything, anything, anything, anything}, Ball(p)};
}

LossTails WindowTails::all() const {
  return {inside.P_above + outside, inside.P_below + outside, inside.Q_above + outside,
          inside.Q_below + outside};
}

LossTails deep_tails(Bits p, const std::function<WindowTails(double depth, Bits work)>& within) {
  constexpr long kMostBits = 4096;
  constexpr double kDeepest = 4000, kBitsOfDigit = 3.33;
  const double goal = static_cast<double>(p.n) - 16;
  double depth = static_cast<double>(p.n) + 64;
  for (Bits work = p + 64;;) {
    const WindowTails now = within(depth, work);
    const LossTails out = now.all();
    if (least_digits(out) * kBitsOfDigit >= goal) return out;
    const double inside = least_digits(now.inside) * kBitsOfDigit;
    const double needed = static_cast<double>(p.n) + 64 + depth_of(now.inside);
    if (inside >= goal && depth < std::min(needed, kDeepest)) {
      depth = std::min(needed, kDeepest);
    } else if (inside < goal && work.n < kMostBits) {
      work = Bits{2 * work.n};
    } else {
      return out;
    }
  }
}

}  // namespace plumbline
