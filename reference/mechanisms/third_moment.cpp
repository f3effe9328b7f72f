#include "reference/mechanisms/third_moment.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/integral.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline {
namespace {

/// c near the least K(tilt + c) e^{-cT} with c >= 3/(T - t): a heuristic.
double tail_tilt(const DominatingPair& pair, int tilt, double t, double T) {
  double c = std::max(3 / (T - t) * 1.0001, 1e-9), best = c, lowest = 1e300;
  for (int i = 0; i < 200 && c < 1e9; ++i, c *= 1.15) {
    const double log_bound = pair.log_transform(tilt + c) - c * T;
    if (log_bound < lowest) lowest = log_bound, best = c;
    if (log_bound > lowest + 50) break;
  }
  return best;
}

// BOUND(THIRD-MOMENT-TAIL)
// Statement.  For T > t and c >= 3/(T - t)
//
//                 E[(L - t)^3; L > T] <= (T - t)^3 e^{-cT} K(tilt + c),
//
//             under P for tilt = 0, under Q for tilt = 1.
// Needs.      T > t and c >= 3/(T - t): checked here (infinite otherwise). tilt + c is the double
//             that is passed on, and c its exact distance from tilt.
// Proof.      For l > T
//
//                 ((l - t)/(T - t))^3 = (1 + (l - T)/(T - t))^3 <= e^{3 (l - T)/(T - t)}
//                                     <= e^{c (l - T)},
//
//             and E[e^{cL}] is K(c) under P and K(1 + c) under Q.
// Source.     Chernoff's bound.
UpperBound third_moment_tail(const DominatingPair& pair, int tilt, const Ball& t, const Ball& T) {
  const Bits b{96};
  const Ball gap = T.at(b) - t.at(b);
  if (!certainly_positive(gap)) return UpperBound::infinite();
  const double shifted = tilt + tail_tilt(pair, tilt, t.approximate(), T.approximate());
  const Ball c = Ball::from_binary64(shifted, b) - tilt;
  if (!certainly_at_most(Ball::integer(3, b), c * gap)) return UpperBound::infinite();
  return bound<"THIRD-MOMENT-TAIL">(
      UpperBound::of(square(gap) * gap * exp(-(c * T.at(b))) * pair.transform(shifted, b)));
}

/// (x)_+^3.
Ball positive_cube(const Ball& x) {
  const Ball y = max(x, Ball(x.precision()));
  return square(y) * y;
}

/// The loss as an analytic function of a noise variable u with the densities of P and Q.
struct Curve {
  std::function<ComplexBall(const ComplexBall&, bool)> loss;
  std::function<ComplexBall(const ComplexBall&)> density;
};

/// The integral of (L - t)^3 over [start, end], where L(start) is close to t or above.
Ball integrated(const Curve& curve, const Ball& t, const Ball& start, const Ball& end, Bits p) {
  const auto f = [&](const ComplexBall& u, bool analytic) {
    const ComplexBall x = curve.loss(u, analytic) - ComplexBall(t);
    return x * x * x * curve.density(u);
  };
  return integral(f, start, end, 2 * p.n, p);
}

// BOUND(THIRD-MOMENT-START)
// Statement.  If L increases in u, L(u0) = t, and U is an interval that contains u0 and u1, then
//             the integral of (L - t)^3 density from u1 differs from that from u0 by at most
//
//                 |u0 - u1| sup_U |L - t|^3 sup_U density.
//
// Needs.      L increasing, L(u0) = t: the caller, by NoiseLaw::position or the inverse in closed
//             form. u1 < end: checked here (indeterminate otherwise).
// Proof.      The two differ by the integral between u0 and u1.
// Source.     Elementary.
Ball from_start(const Curve& curve, const Ball& t, const Ball& u0, const Ball& u1, const Ball& end,
                Bits p) {
  if (!certainly_less(u1, end)) return Ball::indeterminate(p);
  const ComplexBall U(Ball::hull(u0, u1));
  const UpperBound x = (curve.loss(U, false) - ComplexBall(t)).magnitude();
  const UpperBound error = (u0 - u1).magnitude() * x * x * x * curve.density(U).magnitude();
  return widen(integrated(curve, t, u1, end, p), bound<"THIRD-MOMENT-START">(error));
}

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
  if (at.side < 0 || !at.u.is_finite()) return Ball::indeterminate(p);
  const double reach = std::max(noise.reach(p.n + 64).second, at.u.approximate() + 1);
  const Ball end = Ball::from_binary64(range.to.value_or(reach), p);
  const Ball T = noise.loss(ComplexBall(end), false).real();
  return widen(sum + from_start(curve, t, at.u, start, end, p),
               third_moment_tail(pair, tilt, t, T));
}

/// The noise variable x in (0, 1) of SubsampledLaplace, and its two atoms.
Ball subsampled_laplace(const SubsampledLaplace& pair, int tilt, const Ball& t, Bits p) {
  const laplace::Law& law = pair.law();
  const Ball mu(law.mu, p), rate(law.p, p), rest(Rational(1) - law.p, p), half(Rational(1, 2), p);
  const auto ratio = [&](const ComplexBall& x) {
    return exp((x * Ball::integer(2, p) - ComplexBall(Ball::integer(1, p))) * mu) * rate +
           ComplexBall(rest);
  };
  const Curve curve{[&](const ComplexBall& x, bool analytic) { return log(ratio(x), analytic); },
                    [&](const ComplexBall& x) {
                      const ComplexBall under_P = exp(-(x * mu)) * (mu * half);
                      return tilt == 0 ? under_P : under_P * ratio(x);
                    }};
  const Ball low = laplace::lowest_loss(law, p), high = laplace::highest_loss(law, p);
  const auto weight = [&](const Ball& mass, const Ball& loss) {
    return tilt == 0 ? mass : mass * exp(loss);
  };
  Ball sum = positive_cube(low - t) * weight(half, low) +
             positive_cube(high - t) * weight(half * exp(-mu), high);
  const Ball zero(p), one = Ball::integer(1, p);
  if (certainly_at_most(t, low)) return sum + integrated(curve, t, zero, one, p);
  if (certainly_at_most(high, t)) return sum;
  const Ball u0 = (log((expm1(t) + rate) / rate) / mu + 1) / 2;  // e^t = 1-p + p e^{mu(2x-1)}
  if (!u0.is_finite()) return Ball::indeterminate(p);
  return sum + from_start(curve, t, u0, u0.midpoint(), one, p);
}

/// Losses offset + spacing x for all integers x, P(x) = P(0) e^{-x^2 spacing/(2 D)}, D the
/// sensitivity, and Q(x) = P(x - D): the discrete Gaussian. The terms x = first .. last; those left
/// of the first are certain to vanish, those beyond the last are bounded.
Ball discrete_gaussian(const DominatingPair& pair, const LossLattice& lattice, int tilt,
                       const Ball& t, const NoiseRange& range, Bits p) {
  const Rational D = Rational(-2) * lattice.offset / lattice.spacing;
  const Rational rate = lattice.spacing / (D * Rational(2));
  const auto loss = [&](long x) { return Ball(lattice.offset + lattice.spacing * Rational(x), p); };
  const auto beside = [&](long numerator) {
    return pair.tails(Real(lattice.offset + lattice.spacing * Rational(numerator, 2)), p).P_above;
  };
  const Ball centre = beside(-1) - beside(1);
  const double deviation = std::sqrt(0.5 / rate.approximate());
  const double reach = deviation * std::sqrt(1.4 * static_cast<double>(p.n + 64)) + 4;
  const double near =
      std::floor((t.approximate() - lattice.offset.approximate()) / lattice.spacing.approximate());
  const double from = range.from.value_or(near - 2), middle = tilt == 0 ? 0 : D.approximate();
  const double to = range.to.value_or(std::max(middle, from) + reach);
  constexpr double kMostTerms = 2e6, kFarthest = 1e15;  // beyond it doubles are no integers
  if (!(to - from <= kMostTerms && std::fabs(from) < kFarthest && std::fabs(to) < kFarthest)) {
    return Ball::indeterminate(p);
  }
  const long first = static_cast<long>(from), last = static_cast<long>(to);
  if (!certainly_at_most(loss(first - 1), t)) return Ball::indeterminate(p);
  Ball sum(p);
  for (long x = first; x <= last; ++x) {
    const Rational at = tilt == 0 ? Rational(x) : Rational(x) - D;
    sum += positive_cube(loss(x) - t) * exp(-Ball(at * at * rate, p));
  }
  return widen(sum * centre, third_moment_tail(pair, tilt, t, loss(last)));
}

Ball by_kind(const DominatingPair& pair, int tilt, const Ball& t, Bits p, const NoiseRange& range) {
  if (const auto* finite = dynamic_cast<const FinitePair*>(&pair)) {
    Ball sum(p);
    for (const LossPoint& point : finite->points()) {
      const Ball mass = point.mass(p);
      sum +=
          positive_cube(point.loss(p) - t) * (tilt == 0 ? mass : mass * exponential(point.loss, p));
    }
    return sum;
  }
  if (const auto* laplace = dynamic_cast<const SubsampledLaplace*>(&pair)) {
    return subsampled_laplace(*laplace, tilt, t, p);
  }
  if (const auto noise = pair.noise_law()) return with_noise_law(pair, *noise, tilt, t, range, p);
  if (dynamic_cast<const DiscreteGaussian*>(&pair) != nullptr) {
    return discrete_gaussian(pair, *pair.lattice(), tilt, t, range, p);
  }
  return Ball::indeterminate(p);
}

}  // namespace

Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p,
                        const NoiseRange& range) {
  const Ball out = by_kind(pair, tilt, t, p, range);
  if (certainly_negative(out)) {
    throw Contradiction("E[(L - t)_+^3] is at most " + out.decimal_bounds(25).second);
  }
  return out;
}

}  // namespace plumbline
