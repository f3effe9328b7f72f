#include "reference/mechanisms/gaussian/mixture_bounds.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline::mixture {
namespace {

constexpr Bits kBoundBits{64};

Ball rest(const MixtureLaw& law, Bits p) { return Ball(Rational(1) - law.p, p); }

/// Returns rho = p/(1-p). With it, w = (1-p) (1 + rho e^z).
Ball odds(const MixtureLaw& law, Bits p) { return Ball(law.p / (Rational(1) - law.p), p); }

MixtureLaw without_window(const MixtureLaw& law) {
  MixtureLaw out = law;
  out.window = Window{};
  out.table.reset();
  return out;
}

bool within_right_angle(const MixtureLaw& law, const Ball& b) {
  const Bits p = b.precision();
  return certainly_at_most(abs(b) * Ball(law.mu, p), Ball::pi(p) / 2);
}

/// Returns an upper bound of (1-p)^c.
UpperBound flat_power(const MixtureLaw& law, double c) {
  return UpperBound::of(exp(exact(c, kBoundBits) * log(rest(law, kBoundBits))));
}

}  // namespace

Ball log_ratio_normal(const MixtureLaw& law, const Ball& t) {
  const Ball mu(law.mu, t.precision());
  return mu * t - square(mu) / 2;
}

Ball growth(const MixtureLaw& law, const Ball& b) {
  return exp(square(b) / 2) * window_growth(law.window, b * Ball(law.mu, b.precision()));
}

Ball widening(const MixtureLaw& law, const Ball& b) {
  if (law.window.whole()) return Ball::integer(1, b.precision());
  return cos(b * Ball(law.mu, b.precision()));
}

Ball edge_share(double b, double h) {
  const Bits p = kBoundBits;
  if (!(b > 0 && h > 0)) return Ball::indeterminate(p);
  return Ball::integer(1, p) / expm1(Ball::pi(p) * 2 * exact(b, p) / exact(h, p));
}

// BOUND(MIXTURE-COSINE)
// Statement.  For |b| mu < pi, w(t) cos(b mu/2) <= |w(t+ib)| <= w(t). Hence
//
//                 |w(t+ib)|^c <= w(t)^c                     for c >= 0,
//                 |w(t+ib)|^c <= w(t)^c cos(b mu/2)^c       for c < 0.
//
// Needs.      |b| mu < pi: checked here (indeterminate otherwise).
// Proof.      Let A = 1-p, B = p e^z and th = b mu. Then w(t+ib) = A + B e^{i th} and
//
//                 |A + B e^{i th}|^2 = (A+B)^2 - 4 A B sin^2(th/2) >= (A+B)^2 (1 - sin^2(th/2)),
//
//             because 4 A B <= (A+B)^2.
// Source.     Elementary.
Ball cosine_factor(const MixtureLaw& law, const Ball& b, double c) {
  const Bits p = b.precision();
  const Ball angle = abs(b) * Ball(law.mu, p);
  if (!certainly_less(angle, Ball::pi(p))) return Ball::indeterminate(p);
  const Ball factor = c >= 0 ? Ball::integer(1, p) : power(cos(angle / 2), exact(c, p));
  return bound_number<"MIXTURE-COSINE">(factor);
}

// BOUND(MIXTURE-SIZE)
// Statement.  int phi(t) X(t; kappa) w(t)^c dt is at most
//
//                 K(c) of the law without window   for every c,
//                 1                                for 0 <= c <= 1,
//                 w(t1)^c                          for c > 1, if the window with its upper edge
//                                                  alone satisfies the premise of WINDOW-HAZARD
//                                                  at z(t1), with kappa and rho = p/(1-p).
//
// Needs.      (a) A valid window: checked here (infinite otherwise). (b) 0 < kappa <= 1: ensured by the callers, in
//             which kappa is a product of cosines; window_wins checks kappa > 0.
// Proof.      The first bound follows from 0 <= X <= 1. The second bound also uses Jensen's inequality: E[w^c] <=
//             E[w]^c = 1 for 0 <= c <= 1. For the third bound let X+ be the window with its upper edge alone, so that
//             X <= X+ <= 1. Up to t1, X w^c <= w(t1)^c because w increases. From t1 on, X+ w^c = (1-p)^c X+ (1 + rho
//             e^z)^c decreases, so that X w^c <= X+(t1) w(t1)^c <= w(t1)^c. The integral of phi is 1.
// Source.     Elementary.
UpperBound size_bound(const MixtureLaw& law, double c, const Ball& kappa) {
  const Bits p = kBoundBits;
  if (!law.window.valid()) return UpperBound::infinite();
  const auto passed = [](const UpperBound& size) { return bound<"MIXTURE-SIZE">(size); };
  if (c >= 0 && c <= 1) return passed(UpperBound::of(Ball::integer(1, p)));
  if (c > 1 && law.window.high) {
    const Ball t = exact(heuristic::winning_place(law, c, kappa.approximate()), p);
    const Ball z = log_ratio_normal(law, t), cc = exact(c, p);
    const bool wins = window_wins(upper_part(law.window), z, kappa, odds(law, p), cc);
    return wins ? passed(UpperBound::of(exp(cc * log(ratio(law, t))))) : UpperBound::infinite();
  }
  return passed(UpperBound::of(transform(without_window(law), c, p)));
}

// BOUND(MIXTURE-TAILS)
// Statement.  Let X+ (X-) be the window with its upper (lower) edge alone. Let u be the first omitted node on a side.
//             The sum of h phi(v) e^{a v} over the nodes v from u outward is at most
//
//                 W(a, u) = e^{a^2/2} [h phi(u-a) + Phi(-|u-a|)]   if u is at or beyond a,
//                 W(0, u) = 1 + h                                  otherwise.
//
//             The sum of h phi X(.; kappa) w^c over the omitted nodes right of the range is at most
//
//                 X+(u) w(u)^c W(0, u)                                 if c < 0 or the premise of
//                                                                      WINDOW-HAZARD holds for X+ at z(u),
//                 X+(u) (w(u) e^{-z(u)})^c e^{-c mu^2/2} W(c mu, u)    if c >= 0,
//
//             and left of the range it is at most
//
//                 X-(u) w(u)^c W(0, u)                                 if c >= 0,
//                 X-(u) (w(u) e^{-z(u)})^c e^{-c mu^2/2} W(c mu, u)    if c < 0,
//                 X-(u) (1-p)^c W(0, u)                                if c < 0.
// Needs.      (a) h > 0 and last >= first: checked here (infinite otherwise). (b) u is at or beyond c mu in the forms
//             with W(c mu, u), and the premise of WINDOW-HAZARD holds: checked here (that form is infinite otherwise).
//             (c) 0 < kappa <= 1: the caller.
// Proof.      The bounds W: phi(v) e^{av} = e^{a^2/2} phi(v-a), and phi(v-a) decreases outward for v beyond a. Hence
//             the sum over the nodes after the first is at most the integral. For the second form, the sum of a
//             unimodal function over any nodes is at most its integral plus h times its maximum. Here the integral is
//             at most 1, and h phi(0) < h.
//             The window: X <= X+, which decreases, and X <= X-, which increases. So X+ may be replaced by its value
//             at the first node to the right, and X- by its value at the first node to the left.
//             The power: w increases, so that w^c <= w(u)^c to the right if c < 0 and to the left if c >= 0. If the
//             premise of WINDOW-HAZARD holds, X+ w^c decreases to the right. Further, w^c = (w e^{-z})^c e^{cz}, where
//             w e^{-z} = p + (1-p) e^{-z} decreases. So the power of w e^{-z} may be replaced by its value at u to the
//             right if c >= 0 and to the left if c < 0, and e^{cz} = e^{c mu v - c mu^2/2}. The last bound uses w >=
//             1-p.
// Source.     Elementary.
OmittedTails omitted_tails(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa) {
  const Bits p{96};
  if (!(grid.step > 0) || grid.last < grid.first) {
    return {UpperBound::infinite(), UpperBound::infinite()};
  }
  const Ball h = exact(grid.step, p), mu(law.mu, p), cc = exact(c, p), zero(p);
  const Window upper = upper_part(law.window), lower = lower_part(law.window);
  const auto W = [&](const Ball& a, const Ball& u, bool to_right) {
    const Ball out = to_right ? u - a : a - u;
    if (certainly_at_most(zero, out)) {
      return UpperBound::of(exp(square(a) / 2) * (h * normal_density(out) + normal_survival(out)));
    }
    return a.is_exactly_zero() ? UpperBound::of(h + 1) : UpperBound::infinite();
  };
  const auto frozen = [&](const Ball& u) { return UpperBound::of(exp(cc * log(ratio(law, u)))); };
  const auto tilted = [&](const Ball& u, bool to_right) {
    const Ball z = log_ratio_normal(law, u);
    return UpperBound::of(exp(cc * (log(ratio(law, u)) - z - square(mu) / 2))) *
           W(cc * mu, u, to_right);
  };
  const Ball right = h * (grid.last + 1), left = h * (grid.first - 1);
  const Ball z_right = log_ratio_normal(law, right), z_left = log_ratio_normal(law, left);
  UpperBound beyond = UpperBound::infinite();
  if (c < 0 || window_wins(upper, z_right, kappa, odds(law, p), cc)) {
    beyond = frozen(right) * W(zero, right, true);
  }
  if (c >= 0) beyond = smaller(beyond, tilted(right, true));
  UpperBound before = frozen(left) * W(zero, left, false);
  if (c < 0) {
    const Ball flat = exp(cc * log(rest(law, p)));
    before = smaller(tilted(left, false), UpperBound::of(flat) * W(zero, left, false));
  }
  before = before * UpperBound::of(window_value(lower, z_left, kappa));
  beyond = beyond * UpperBound::of(window_value(upper, z_right, kappa));
  return {bound<"MIXTURE-TAILS">(before), bound<"MIXTURE-TAILS">(beyond)};
}

UpperBound omitted_nodes(const MixtureLaw& law, const Grid& grid, double c, const Ball& kappa) {
  const OmittedTails tails = omitted_tails(law, grid, c, kappa);
  return tails.left + tails.right;
}

// BOUND(MIXTURE-STRIP)
// Statement.  For |a| mu, |b| mu < pi, int phi(t) X(t; kappa) |w(t+ia) w(t+ib)|^{c/2} dt is at most
//
//                 sqrt(cosine_factor(a) cosine_factor(b)) size_bound(kappa)   for every c,
//                 (1-p)^c                         for c < 0 and |a| mu, |b| mu <= pi/2.
//
//             The sum of h phi(u) X(u; kappa) |w(u+ib)|^c over the omitted nodes on a side is at most
//
//                 cosine_factor(b) omitted(c)     for every c,
//                 (1-p)^c omitted(0)              for c < 0 and |b| mu <= pi/2,
//
//             where omitted(c) is the bound of MIXTURE-TAILS for that side.
// Needs.      (a) The angles: checked here and in cosine_factor (that form is infinite otherwise).
//             (b) A valid window: checked in size_bound and by the window's values. (c)
//             0 < kappa <= 1: the caller.
// Proof.      The first forms follow from the square roots of MIXTURE-COSINE for a and for b. The second forms follow
//             from X <= 1 and |w|^2 = A^2 + B^2 + 2 A B cos(th) >= A^2 = (1-p)^2 for cos(th) >= 0, with A, B and th of
//             MIXTURE-COSINE.
// Source.     Elementary.
UpperBound flat_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b) {
  if (!(c < 0) || !within_right_angle(law, a) || !within_right_angle(law, b)) {
    return UpperBound::infinite();
  }
  return law.window.valid() ? bound<"MIXTURE-STRIP">(flat_power(law, c)) : UpperBound::infinite();
}

UpperBound strip_size(const MixtureLaw& law, double c, const Ball& a, const Ball& b,
                      const Ball& kappa) {
  const Ball factor = sqrt(cosine_factor(law, a, c) * cosine_factor(law, b, c));
  const UpperBound size = UpperBound::of(factor) * size_bound(law, c, kappa);
  return smaller(bound<"MIXTURE-STRIP">(size), flat_size(law, c, a, b));
}

UpperBound omitted_off_axis(const MixtureLaw& law, const Grid& grid, double c, const Ball& b) {
  const Ball kappa = widening(law, b);
  const UpperBound cosine = UpperBound::of(cosine_factor(law, b, c));
  const OmittedTails tails = omitted_tails(law, grid, c, kappa);
  UpperBound left = cosine * tails.left, right = cosine * tails.right;
  if (c < 0 && within_right_angle(law, b)) {
    const OmittedTails flat = omitted_tails(law, grid, 0, kappa);
    left = smaller(left, flat_power(law, c) * flat.left);
    right = smaller(right, flat_power(law, c) * flat.right);
  }
  return bound<"MIXTURE-STRIP">(left + right);
}

}  // namespace plumbline::mixture
