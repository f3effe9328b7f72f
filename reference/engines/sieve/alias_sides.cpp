#include "reference/engines/sieve/alias_sides.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::fourier {

std::optional<AliasSides::Side> AliasSides::side(const AliasPlaces& places, bool to_right,
                                                 const Ball& transform, const Masses& masses,
                                                 Kernel kernel, const Ball& Lambda) {
  const Bits p = Lambda.precision();
  const Ball c = Ball::from_binary64(places.c, p);
  const double x_double = to_right ? places.right : places.left;
  // BOUND(ALIAS-SIDES) requires that x lies on its side of c and away from the poles; these comparisons are exact.
  const bool beside = to_right ? x_double > places.c : x_double < places.c;
  if (!beside || x_double == 0 || x_double == 1) return std::nullopt;
  const int s = sigma(kernel);
  const Ball x = Ball::from_binary64(x_double, p);
  Side out{Ball::integer(s, p) - x,
           chernoff_constant(kernel, x_double, p) * transform / expm1(abs(x - c) * Lambda),
           sign(kernel, x_double) > 0,
           {}};
  for (const Pole& pole : poles(kernel)) {
    const double at = pole.s0;
    const bool between = to_right ? places.c < at && at < x_double : x_double < at && at < places.c;
    if (!between) continue;
    const Ball& mass = pole.s0 == 0 ? masses.P : masses.Q;
    const Ball share = mass * pole.residue / expm1(abs(Ball::integer(pole.s0, p) - c) * Lambda);
    out.residues.push_back({s - pole.s0, to_right ? share : -share});
  }
  return out;
}

AliasSides::AliasSides(const AliasPlaces& places, const Ball& transform_left,
                       const Ball& transform_right, const Masses& masses, Kernel kernel,
                       const Ball& Lambda) {
  const bool off_poles = std::isfinite(places.c) && places.c != 0 && places.c != 1;
  if (!off_poles || !certainly_positive(Lambda)) return;
  auto right = side(places, true, transform_right, masses, kernel, Lambda);
  auto left = side(places, false, transform_left, masses, kernel, Lambda);
  if (!left || !right) return;
  sides_.push_back(std::move(*right));
  sides_.push_back(std::move(*left));
}

// BOUND(ALIAS-SIDES)
// Statement.  For x > c, the sum over m >= 1 of G_c(t + m Lambda) e^{(c-sigma) m Lambda} is
//                 sum of residue K(s0) e^{t(sigma-s0)} / (e^{(s0-c) Lambda} - 1), c < s0 < x,
//             over the poles, plus the sign of G_x times a number between 0 and
//                 kappa(x) K(x) e^{t(sigma-x)} / (e^{(x-c) Lambda} - 1).
//             For x < c and m <= -1 the same statement holds, with the residues of x < s0 < c subtracted, and with
//             |s0 - c| and |x - c| in place of s0 - c and x - c.
// Needs.      (a) left < c < right, none of the three 0 or 1: checked here (indeterminate otherwise). (b) Lambda > 0:
//             checked here in the same way. (c) Upper bounds of K(left) and K(right): the caller. An infinite bound
//             gives an indeterminate answer.
// Proof.      For c < x, G_c - G_x is the sum of residue K(s0) e^{t(sigma-s0)} over the poles between c and x
//             (fourier_kernel.hpp: each pole crossed from right to left adds its residue); for x < c it is minus that
//             sum. At t + m Lambda and times e^{(c-sigma) m Lambda}, the term of a pole is residue K(s0)
//             e^{t(sigma-s0)} e^{-(s0-c) m Lambda}. Its exponent is negative for s0 > c and m >= 1, and for s0 < c
//             and m <= -1. The sum over m is a geometric series. CHERNOFF at t + m Lambda bounds the term of G_x by
//             kappa(x) K(x) e^{t(sigma-x)} e^{-(x-c) m Lambda}, also a geometric series, and G_x has the same sign
//             for all t. For the kernel of the profile and c > 1, rocq/theories/Payoff.v proves this for payoffs.
// Source.     Elementary.
Ball AliasSides::at(const Ball& t, UpperBound* size) const {
  const Bits p = t.precision();
  Ball total(p);
  if (sides_.empty()) {
    *size = UpperBound::infinite();
    return Ball::indeterminate(p);
  }
  for (const Side& side : sides_) {
    const Ball most = side.most * exp(t * side.exponent);
    const UpperBound top = bound<"ALIAS-SIDES">(UpperBound::of(most));
    *size = *size + top;
    if (!top.is_finite()) return Ball::indeterminate(p);
    const Ball interval = Ball::zero_to(top, p);
    total += side.positive ? interval : -interval;
    for (const Residue& pole : side.residues) {
      total += pole.exponent == 0 ? pole.share : pole.share * exp(t * pole.exponent);
    }
  }
  return total;
}

Ball alias_sides(const AliasPlaces& places, const Ball& transform_left, const Ball& transform_right,
                 const Masses& masses, Kernel kernel, const Ball& Lambda, const Ball& t,
                 UpperBound* size) {
  return AliasSides(places, transform_left, transform_right, masses, kernel,
                    Lambda.at(t.precision()))
      .at(t, size);
}

}  // namespace plumbline::fourier
