#include "reference/mechanisms/third_moment.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/functions/integral.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline {
namespace third_moment {
namespace {

/// Returns a c near the minimum of K(tilt + c) e^{-cT} with c >= 3/(T - t); a heuristic.
double tail_tilt(const LossMeasure& pair, int tilt, double t, double T) {
  double c = std::max(3 / (T - t) * 1.0001, 1e-9), best = c, lowest = 1e300;
  for (int i = 0; i < 200 && c < 1e9; ++i, c *= 1.15) {
    const double log_bound = pair.log_transform(tilt + c) - c * T;
    if (log_bound < lowest) lowest = log_bound, best = c;
    if (log_bound > lowest + 50) break;
  }
  return best;
}

}  // namespace

// BOUND(THIRD-MOMENT-TAIL)
// Statement.  For T > t and c >= 3/(T - t)
//
//                 E[(L - t)^3; L > T] <= (T - t)^3 e^{-cT} K(tilt + c),
//
//             under P for tilt = 0, under Q for tilt = 1.
// Needs.      T > t and c >= 3/(T - t): checked here (infinite otherwise). tilt + c is the double that is passed to
//             the transform, and c is its exact distance from tilt.
// Proof.      For l > T,
//
//                 ((l - t)/(T - t))^3 = (1 + (l - T)/(T - t))^3 <= e^{3 (l - T)/(T - t)}
//                                     <= e^{c (l - T)},
//
//             and E[e^{cL}] is K(c) under P and K(1 + c) under Q.
// Source.     Chernoff's bound.
UpperBound tail(const LossMeasure& pair, int tilt, const Ball& t, const Ball& T) {
  const Bits b{96};
  const Ball gap = T.at(b) - t.at(b);
  if (!certainly_positive(gap)) return UpperBound::infinite();
  const double shifted = tilt + tail_tilt(pair, tilt, t.approximate(), T.approximate());
  const Ball c = Ball::from_binary64(shifted, b) - tilt;
  if (!certainly_at_most(Ball::integer(3, b), c * gap)) return UpperBound::infinite();
  return bound<"THIRD-MOMENT-TAIL">(
      UpperBound::of(square(gap) * gap * exp(-(c * T.at(b))) * pair.transform(shifted, b)));
}

Ball positive_cube(const Ball& x) {
  const Ball y = max(x, Ball(x.precision()));
  return square(y) * y;
}

Ball integrated(const Curve& curve, const Ball& t, const Ball& start, const Ball& end, Bits p) {
  const auto f = [&](const ComplexBall& u, bool analytic) {
    const ComplexBall x = curve.loss(u, analytic) - ComplexBall(t);
    return x * x * x * curve.density(u);
  };
  return integral(f, start, end, 2 * p.n, p);
}

// BOUND(THIRD-MOMENT-START)
// Statement.  Let L increase in u, let L(u0) = t, and let U be an interval that contains u0 and u1. Then the
//             integrals of (L - t)^3 density from u1 and from u0 differ by at most
//
//                 |u0 - u1| sup_U |L - t|^3 sup_U density.
//
// Needs.      L is increasing and L(u0) = t: the caller guarantees this, by NoiseLaw::position or by the inverse in
//             closed form. u1 < end: checked here (indeterminate otherwise).
// Proof.      The two integrals differ by the integral between u0 and u1.
// Source.     Elementary.
Ball from_start(const Curve& curve, const Ball& t, const Ball& u0, const Ball& u1, const Ball& end,
                Bits p) {
  if (!certainly_less(u1, end)) return Ball::indeterminate(p);
  const ComplexBall U(Ball::hull(u0, u1));
  const UpperBound x = (curve.loss(U, false) - ComplexBall(t)).magnitude();
  const UpperBound error = (u0 - u1).magnitude() * x * x * x * curve.density(U).magnitude();
  return widen(integrated(curve, t, u1, end, p), bound<"THIRD-MOMENT-START">(error));
}

}  // namespace third_moment

namespace {

using namespace third_moment;

Ball with_noise_law(const DominatingPair& pair, const NoiseLaw& noise, int tilt, const Ball& t,
                    const NoiseRange& range, Bits p) {
  Ball sum(p);
  for (const NoiseLaw::Atom& atom : noise.atoms()) {
    const NoiseMass mass = atom.mass(p);
    sum += positive_cube(atom.loss(p) - t) * (tilt == 0 ? mass.P : mass.Q);
  }
  const Curve curve{[&](const ComplexBall& u, bool analytic) { return noise.loss(u, analytic); },
                    [&](const ComplexBall& u) { return noise.density(tilt == 1, u); }};
  const NoiseLaw::Position at = noise.position(t);
  if (at.side > 0) return sum;
  const Ball start = range.from ? Ball::from_binary64(*range.from, p) : at.u.midpoint();
  if (noise.last() && noise.first()) {
    const Ball first(*noise.first(), p), last(*noise.last(), p);
    if (at.side < 0) return sum + integrated(curve, t, first, last, p);
    return sum + from_start(curve, t, at.u, start, last, p);
  }
  const LossMeasure* measure = pair.measure();
  if (at.side < 0 || !at.u.is_finite() || measure == nullptr) return Ball::indeterminate(p);
  const double reach = std::max(noise.reach(p.n + 64).second, at.u.approximate() + 1);
  const Ball end = Ball::from_binary64(range.to.value_or(reach), p);
  const Ball T = noise.loss(ComplexBall(end), false).real();
  return widen(sum + from_start(curve, t, at.u, start, end, p),
               third_moment::tail(*measure, tilt, t, T));
}

Ball from_atoms(const std::vector<LossAtom>& atoms, int tilt, const Ball& t, Bits p) {
  Ball sum(p);
  for (const LossAtom& atom : atoms) {
    const Ball mass = atom.mass(p), weight = tilt == 0 ? mass : mass * exponential(atom.loss, p);
    sum += positive_cube(atom.loss(p) - t) * weight;
  }
  return sum;
}

Ball by_what_is_offered(const DominatingPair& pair, int tilt, const Ball& t, Bits p,
                        const NoiseRange& range) {
  if (pair.atoms() != nullptr) return from_atoms(*pair.atoms(), tilt, t, p);
  if (const auto noise = pair.offer<NoiseLaw>()) {
    return with_noise_law(pair, *noise, tilt, t, range, p);
  }
  const auto own = pair.offer<ThirdMoment>();
  return own ? own->above(tilt, t, range, p) : Ball::indeterminate(p);
}

}  // namespace

Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p,
                        const NoiseRange& range) {
  const Ball out = by_what_is_offered(pair, tilt, t, p, range);
  if (certainly_negative(out)) {
    throw Contradiction("E[(L - t)_+^3] is at most " + out.decimal_bounds(25).second);
  }
  return out;
}

}  // namespace plumbline
