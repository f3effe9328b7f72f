#include "reference/mechanisms/loss_moments.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/integral.hpp"
#include "reference/mechanisms/discrete_gaussian.hpp"
#include "reference/mechanisms/finite_pair.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/subsampled_laplace.hpp"
#include "reference/mechanisms/transform_interpolated.hpp"

namespace plumbline {
namespace {

/// Coefficients 0 .. 2 of the polynomial of degree values.size() - 1 through (k^2, values[k-1]).
std::vector<Ball> lowest_coefficients(std::vector<Ball> values, Bits p) {
  const size_t n = values.size();
  const auto node = [](size_t i) { return static_cast<long>((i + 1) * (i + 1)); };
  for (size_t j = 1; j < n; ++j) {  // Newton's divided differences
    for (size_t i = n - 1; i >= j; --i) {
      values[i] = (values[i] - values[i - 1]) / (node(i) - node(i - j));
    }
  }
  std::vector<Ball> low(3, Ball(p));
  for (size_t i = n; i-- > 0;) {  // low <- low * (x - node_i) + value_i
    for (size_t k = 3; k-- > 0;) {
      low[k] = low[k] * -node(i) + (k > 0 ? low[k - 1] : values[i]);
    }
  }
  return low;
}

/// The largest power of two R with K(tilt -+ R) of order 1: a heuristic, like all of its use.
double analytic_radius(const DominatingPair& pair, int tilt) {
  const auto small = [&](double R) {
    return pair.log_transform(tilt + R) < 1 && pair.log_transform(tilt - R) < 1;
  };
  double R = 1;
  while (R > 1e-12 && !small(R)) R /= 2;
  while (R < 64 && small(2 * R)) R *= 2;
  return R;
}

}  // namespace

// BOUND(LOSS-MOMENTS)
// Statement.  With y_k = kD, k = 1 .. J, JD < R, and M = max(K(tilt - R), K(tilt + R)), the values
//             (Re K(tilt + i y_k) - 1)/y_k^2 and Im K(tilt + i y_k)/y_k are those of polynomials in
//             k^2 of degree J - 1, up to M R^-2 q and M R^-1 q, q = (y_k/R)^{2J} /
//             (1 - (y_k/R)^2). Their coefficients i are D^{2i} (-1)^{i+1} m_{2i+2}/(2i+2)! and
//             D^{2i} (-1)^i m_{2i+1}/(2i+1)!, m_n = E[L^n].
// Proof.      K(tilt + s) = sum m_n s^n/n! is entire with |K(tilt + s)| <= K(tilt + Re s), which is
//             convex in Re s, so at most M on |s| = R; Cauchy's estimate bounds the coefficients by
//             M R^-n, and the terms of degree above J - 1 in y^2 sum to a geometric series. J
//             values determine a polynomial of degree J - 1, linearly: in ball arithmetic the
//             coefficients of the exact one are enclosed.
std::vector<Ball> loss_moments(const DominatingPair& pair, int tilt, Bits p, const Poll& poll) {
  const double R = analytic_radius(pair, tilt);
  constexpr double kShare = 8;  // R/(JD)
  const auto J = static_cast<size_t>(p.n / 4 + 8);
  const Bits work = p + 4 * static_cast<long>(J) + 64;
  const Ball radius = Ball::from_binary64(R, work);
  const Ball D = (radius / static_cast<long>(kShare * static_cast<double>(J))).midpoint();
  const ComplexVector values = pair.transform_on_line(tilt, D, J + 1, work, poll).values;
  const Bits b{64};
  const UpperBound M =
      UpperBound::of(max(pair.transform(tilt - R, b), pair.transform(tilt + R, b)));
  std::vector<Ball> even, odd;
  for (size_t k = 1; k <= J; ++k) {
    const Ball y = D * static_cast<long>(k);
    const Ball ratio = square(y.at(b) / radius);
    const Ball q =
        power(ratio, Rational(static_cast<long>(J))) / (Ball::integer(1, b) - ratio) / radius;
    const UpperBound error = M * UpperBound::of(q);
    const ComplexBall value = values[k];
    even.push_back(widen((value.real() - 1) / square(y),
                         error * UpperBound::of(Ball::integer(1, b) / radius)));
    odd.push_back(widen(value.imag() / y, error));
  }
  const std::vector<Ball> e = lowest_coefficients(even, work), o = lowest_coefficients(odd, work);
  std::vector<Ball> moments{Ball::integer(1, work)};
  Ball scale = Ball::integer(1, work);
  long factorial = 1;
  for (long n = 1; n <= 6; ++n) {
    factorial *= n;
    const auto i = static_cast<size_t>((n - 1) / 2);
    const bool is_odd = n % 2 == 1;
    if (is_odd && i > 0) scale = scale * square(D);
    const bool negative = is_odd ? i % 2 == 1 : i % 2 == 0;
    const Ball m = (is_odd ? o : e)[i] * factorial / scale;
    moments.push_back(negative ? -m : m);
  }
  return moments;
}

namespace {

// BOUND(THIRD-MOMENT-TAIL)
// Statement.  E[(L - t)^3; L > T] <= (T - t)^3 e^{-cT} K(tilt + c) for T > t and c >= 3/(T - t).
// Proof.      For l > T: ((l - t)/(T - t))^3 = (1 + (l - T)/(T - t))^3 <= e^{3 (l - T)/(T - t)} <=
//             e^{c (l - T)}, and E[e^{cL}] is K(c) under P and K(1 + c) under Q.
UpperBound third_moment_tail(const DominatingPair& pair, int tilt, const Ball& t, const Ball& T) {
  const Bits b{96};
  const double at = T.approximate(), least = 3 / (at - t.approximate());
  double c = std::max(least * 1.0001, 1e-9), best = c, lowest = 1e300;
  for (int i = 0; i < 200 && c < 1e9; ++i, c *= 1.15) {
    const double log_bound = pair.log_transform(tilt + c) - c * at;
    if (log_bound < lowest) lowest = log_bound, best = c;
    if (log_bound > lowest + 50) break;
  }
  const Ball cc = Ball::from_binary64(best, b), gap = T.at(b) - t.at(b);
  if (!certainly_positive(gap) || !certainly_at_most(Ball::integer(3, b), cc * gap.lower())) {
    return UpperBound::infinite();
  }
  // tilt + c is meant exactly: the double that is passed on.
  const double shifted = tilt + best;
  const Ball exponent = Ball::from_binary64(shifted, b) - tilt;
  if (!certainly_at_most(Ball::integer(3, b), exponent * gap.lower())) {
    return UpperBound::infinite();
  }
  return UpperBound::of(square(gap) * gap * exp(-(exponent * T.at(b))) *
                        pair.transform(shifted, b));
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
// Statement.  If L is increasing in u, L(u0) = t and the interval between u0 and u1 lies in a ball
//             U of radius r, then the integral of (L - t)^3 density from u1 differs from that from
//             u0 by at most 2 r |L - t|^3 density, each bounded over U.
// Proof.      The integrand between u0 and u1.
Ball from_start(const Curve& curve, const Ball& t, const Ball& u0, const Ball& end, Bits p) {
  const Ball start = u0.midpoint();
  if (!certainly_less(start, end)) return Ball::indeterminate(p);
  const ComplexBall U(u0);
  const UpperBound x = (curve.loss(U, false) - ComplexBall(t)).magnitude();
  const UpperBound error = UpperBound::of(Ball::integer(2, Bits{64})) * u0.radius() * x * x * x *
                           curve.density(U).magnitude();
  return widen(integrated(curve, t, start, end, p), error);
}

Ball with_noise_law(const DominatingPair& pair, const NoiseLaw& noise, int tilt, const Ball& t,
                    Bits p) {
  Ball sum(p);
  for (const NoiseLaw::Atom& atom : noise.atoms()) {
    const NoiseMass mass = atom.mass(p);
    sum += positive_cube(atom.loss(p) - t) * (tilt == 0 ? mass.P : mass.Q);
  }
  const Curve curve{[&](const ComplexBall& u, bool analytic) { return noise.loss(u, analytic); },
                    [&](const ComplexBall& u) { return noise.density(tilt == 1, u); }};
  const NoiseLaw::Position at = noise.position(t);
  if (at.side > 0) return sum;
  if (noise.last() && noise.first()) {
    const Ball first(*noise.first(), p), last(*noise.last(), p);
    if (at.side < 0) return sum + integrated(curve, t, first, last, p);
    return sum + from_start(curve, t, at.u, last, p);
  }
  if (at.side < 0 || !at.u.is_finite()) return Ball::indeterminate(p);
  const double reach = std::max(noise.reach(p.n + 64).second, at.u.approximate() + 1);
  const Ball end = Ball::from_binary64(reach, p);
  const Ball T = noise.loss(ComplexBall(end), false).real();
  return widen(sum + from_start(curve, t, at.u, end, p), third_moment_tail(pair, tilt, t, T));
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
  return sum + from_start(curve, t, u0, one, p);
}

/// Losses offset + spacing x for all integers x, P(x) = P(0) e^{-x^2 spacing/(2 D)}, D the
/// sensitivity, and Q(x) = P(x - D): the discrete Gaussian.
Ball discrete_gaussian(const DominatingPair& pair, const LossLattice& lattice, int tilt,
                       const Ball& t, Bits p) {
  const Rational D = Rational(-2) * lattice.offset / lattice.spacing;
  const Rational rate = lattice.spacing / (D * Rational(2));
  const auto beside = [&](long numerator) {
    return pair.tails(Real(lattice.offset + lattice.spacing * Rational(numerator, 2)), p).P_above;
  };
  const Ball centre = beside(-1) - beside(1);
  const double deviation = std::sqrt(0.5 / rate.approximate());
  const double reach = deviation * std::sqrt(1.4 * static_cast<double>(p.n + 64)) + 4;
  const double from =
      std::floor((t.approximate() - lattice.offset.approximate()) / lattice.spacing.approximate()) -
      2;
  const double middle = tilt == 0 ? 0 : D.approximate();
  const long first = static_cast<long>(std::max(from, middle - reach));
  const long last = static_cast<long>(std::max(middle, from) + reach);
  constexpr long kMostTerms = 2000000;
  if (last - first > kMostTerms || static_cast<double>(first) > from) {
    return Ball::indeterminate(p);  // terms left of the first might count
  }
  Ball sum(p);
  for (long x = first; x <= last; ++x) {
    const Rational at = tilt == 0 ? Rational(x) : Rational(x) - D;
    sum += positive_cube(Ball(lattice.offset + lattice.spacing * Rational(x), p) - t) *
           exp(-Ball(at * at * rate, p));
  }
  const Ball T(lattice.offset + lattice.spacing * Rational(last), p);
  return widen(sum * centre, third_moment_tail(pair, tilt, t, T));
}

}  // namespace

Ball third_moment_above(const DominatingPair& pair, int tilt, const Ball& t, Bits p) {
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
  if (const auto noise = pair.noise_law()) return with_noise_law(pair, *noise, tilt, t, p);
  if (dynamic_cast<const DiscreteGaussian*>(&pair) != nullptr) {
    return discrete_gaussian(pair, *pair.lattice(), tilt, t, p);
  }
  return Ball::indeterminate(p);
}

// BOUND(TRANSFORM-BETWEEN)
// Statement.  For doubles c0 < c1 <= c <= c2 < c3, log K(c) lies below the chord of log K from c1
//             to c2 and above the lines through c0, c1 and through c2, c3 at c.
// Proof.      log K is convex (Hoelder).
Ball transform_at(const DominatingPair& pair, const Rational& c, Bits p) {
  const double near = c.approximate();
  if (Rational::from_binary64(near) == c) return pair.transform(near, p);
  // Between neighbouring doubles convexity tells some 32 digits.
  constexpr long kNarrow = 160;
  if (p.n > kNarrow) {
    return transform_interpolated(pair, c, choose_interpolation(pair, c, p), p);
  }
  const double infinity = HUGE_VAL;
  double c1 = near, c2 = near;
  if (Rational::from_binary64(near) < c) {
    c2 = std::nextafter(near, infinity);
  } else {
    c1 = std::nextafter(near, -infinity);
  }
  while (Rational::from_binary64(c1) > c) c1 = std::nextafter(c1, -infinity);
  while (Rational::from_binary64(c2) < c) c2 = std::nextafter(c2, infinity);
  const double c0 = std::nextafter(c1, -infinity), c3 = std::nextafter(c2, infinity);
  const Bits work = p + 128;  // the doubles are close to each other
  const Ball x(c, work);
  const auto place = [&](double at) { return Ball::from_binary64(at, work); };
  const auto height = [&](double at) { return log(pair.transform(at, work)); };
  const Ball h0 = height(c0), h1 = height(c1), h2 = height(c2), h3 = height(c3);
  const auto line = [&](double a, const Ball& ha, double b, const Ball& hb) {
    return ha + (hb - ha) * (x - place(a)) / (place(b) - place(a));
  };
  const Ball below = max(line(c0, h0, c1, h1), line(c2, h2, c3, h3));
  return exp(Ball::hull(below.lower(), line(c1, h1, c2, h2).upper()));
}

}  // namespace plumbline
