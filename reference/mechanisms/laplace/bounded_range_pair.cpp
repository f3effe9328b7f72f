#include "reference/mechanisms/laplace/bounded_range_pair.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/range_noise.hpp"
#include "reference/mechanisms/noise_law.hpp"

namespace plumbline {
namespace {

/// Returns log(sinh(x)/x), also accurate for small x.
double log_sinhc(double x) {
  const double y = x * x;
  if (y < 0.1) return y / 6 - y * y / 180 + y * y * y / 2835 - y * y * y * y / 37800;
  const double a = std::fabs(x);
  return a + std::log(-std::expm1(-2 * a) / (2 * a));
}

Ball sinhc(const Ball& x) { return sinhc(ComplexBall(x)).real(); }

}  // namespace

BoundedRange::BoundedRange(Rational epsilon)
    : epsilon_(std::move(epsilon)), epsilon_approx_(epsilon_.approximate()) {}

std::string BoundedRange::expression() const {
  return "exponential_mechanism(epsilon=" + epsilon_.text() + ")";
}

// BOUND(RANGE-PAIR)
// Statement.  Let log dQ/dP lie in some interval [t - epsilon, t], 0 <= t <= epsilon. Then for every event E and |g|
//             <= epsilon, Q(E) - e^g P(E) is at most
//
//                 delta(g) = (1 - e^{(g-epsilon)/2})^2 / (1 - e^{-epsilon}),
//
//             and some such pair attains it. The same is true with P and Q exchanged. delta is the profile of the
//             pair with
//
//                 P(L > l) = (e^{-(epsilon+l)/2} - e^{-epsilon}) / (1 - e^{-epsilon}),
//                 Q(L <= l) = (e^{(l-epsilon)/2} - e^{-epsilon}) / (1 - e^{-epsilon}),
//
//             for |l| <= epsilon. Compositions of mechanisms of bounded range, chosen adaptively or not, have
//             profiles that are at most those of the compositions of this pair. At a threshold that is not separated
//             from an end of the range, END-HULL applies.
// Needs.      epsilon > 0: the registry guarantees this.
// Proof.      Given the interval, the largest Q(E) - e^g P(E) is that of two outcomes with the losses t and t -
//             epsilon (Dong, Durfee, Rogers 2020, Lemma 3.2). The outcome with loss t has the Q-mass q = (1 -
//             e^{t-epsilon})/(1 - e^{-epsilon}) and the P-mass q e^{-t}. So the largest value is q (1 - e^{g-t}) for
//             g <= t, and 0 otherwise. Let x = e^{t-g}. The product (1 - x e^{g-epsilon}) (1 - 1/x) is largest at x^2
//             = e^{epsilon-g}, that is t = (epsilon+g)/2 in [0, epsilon], where it is (1 - e^{(g-epsilon)/2})^2. As a
//             function of y = e^g the derivative of delta is -P(L > g) as stated, and Q(L > g) = delta(g) + e^g P(L >
//             g). The class is symmetric, because log dP/dQ lies in the interval [-t, epsilon - t]. If the profile of
//             a pair is at least that of each step, for all earlier outputs, then the pair dominates adaptive
//             composition (Zhu, Dong, Wang 2022, Theorem 10).
// Source.     Dong, Durfee, Rogers 2020, "Optimal differential privacy composition for exponential
//             mechanisms"; the pair is this project's.
LossTails BoundedRange::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), epsilon(epsilon_, p), x = t(p);
  const LossTails beyond{zero, one, zero, one}, before{one, zero, one, zero};
  if (t.rational()) {
    if (*t.rational() >= epsilon_) return beyond;
    if (*t.rational() <= -epsilon_) return before;
  }
  if (certainly_at_most(epsilon, x)) return beyond;
  if (certainly_at_most(x, -epsilon)) return before;
  // P(L > l) = e^{-epsilon} (e^{(epsilon-l)/2} - 1) / (1 - e^{-epsilon}); Q(L <= l) is this expression at -l.
  const Ball inside = max(min(x, epsilon), -epsilon), scale = expm1(epsilon);
  const Ball P_above = bound<"RANGE-PAIR">(expm1((epsilon - inside) / 2) / scale);
  const Ball Q_below = bound<"RANGE-PAIR">(expm1((epsilon + inside) / 2) / scale);
  LossTails out{P_above, one - P_above, one - Q_below, Q_below};
  if (!certainly_less(x, epsilon)) out = end_hull(out, beyond);
  if (!certainly_less(-epsilon, x)) out = end_hull(out, before);
  return out;
}

LossPieces BoundedRange::loss_pieces() const {
  // L = 2x - epsilon, where x in (0, epsilon) has the density e^{-x}/(1 - e^{-epsilon}) under P. This density times
  // e^{L/2} is constant, and its integral is K(1/2).
  const Real mass([epsilon = epsilon_](Bits p) {
    const Ball e(epsilon, p);
    return e * exp(-(e / 2)) / -expm1(-e);
  });
  return LossPieces{Real(Rational(0)), {}, {{-epsilon_, epsilon_, mass}}};
}

void BoundedRange::offers(Offers* asked) const {
  asked->give<LossPieces>([this] { return loss_pieces(); });
  asked->give<NoiseLaw>([this] { return range_noise(epsilon_); });
}

ComplexBall BoundedRange::transform_at(const ComplexBall& s, Bits p) const {
  const Ball epsilon(epsilon_, p), half(Rational(1, 2), p);
  return sinhc((s - ComplexBall(half)) * epsilon) * (Ball::integer(1, p) / sinhc(epsilon / 2));
}

Ball BoundedRange::transform(double c, Bits p) const {
  return transform_at(ComplexBall(exact(c, p)), p).real();
}

LineValues BoundedRange::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                           const Poll& poll) const {
  LineValues out{ComplexVector(count, p), UpperBound()};
  const Ball x = exact(c, p);
  for (size_t k = 0; k < count; ++k) {
    out.values.set(k, transform_at(ComplexBall(x, D.at(p) * static_cast<long>(k)), p));
    if (k % 256 == 0) poll();
  }
  return out;
}

// BOUND(RANGE-DECAY)
// Statement.  Let b = epsilon (c - 1/2), S = sinh(b)^2, W = epsilon T, V = 19/10 and
//
//                 g(x) = (S + x - x^2/3 + 2 x^3/45)/(b^2 + x).
//
//             For all |y| >= T, |K(c+iy)|^2/K(c)^2 is at most 1, and at most 1/sinhc(b)^2 times
//
//                 max(g(W^2), (S + 1)/(b^2 + V^2))   if W <= V,
//                 (S + 1)/(b^2 + W^2)                if W > V.
//
//             Moreover |K(c+iy)| <= cosh(b)/(epsilon |y| sinhc(epsilon/2)).
// Needs.      T > 0: checked here (1 is returned otherwise).
// Proof.      |K(c+iy)|^2/K(c)^2 = (S + sin^2 w)/((b^2 + w^2) sinhc(b)^2) with w = epsilon y, because |sinh(b +
//             iw)|^2 = S + sin^2 w. The inequality sin^2 w <= 1 gives the bound (S + 1)/(b^2 + w^2), which is used for
//             w > V. For w <= V use sin^2 w <= x - x^2/3 + 2 x^3/45 with x = w^2. (The series in x alternates. For x <
//             14 the terms from 2 x^3/45 on decrease in modulus, because their ratios are at most x/14.) The numerator
//             of g' is
//
//                 (b^2 - S) - (2/3) b^2 x (1 - x/5) - (x^2/3)(1 - 4x/15) < 0   for 0 < x < 15/4,
//
//             because S >= b^2, and V^2 = 3.61 < 15/4. So g decreases. The algebraic bound follows from |sinh z| <=
//             cosh(Re z) and |z| >= epsilon |y|.
// Source.     Elementary.
Ball BoundedRange::decay(double c, double T, Bits p) const {
  const Bits work = p + 32;
  const Ball one = Ball::integer(1, work);
  if (!(T > 0)) return one;
  const Ball epsilon(epsilon_, work), V(Rational(19, 10), work);
  const Ball b = epsilon * (exact(c, work) - Ball(Rational(1, 2), work));
  const Ball ratio = sinhc(b), b2 = square(b), S = square(b * ratio), W = epsilon * exact(T, work);
  const auto beyond = [&](const Ball& w) { return (S + 1) / (b2 + square(w)); };
  Ball size = beyond(W);
  if (!certainly_less(V, W)) {
    const Ball x = square(W);
    const Ball series = x - square(x) / 3 + square(x) * x * 2 / 45;
    size = certainly_at_most(W, V) ? max((S + series) / (b2 + x), beyond(V)) : square(ratio);
  }
  return bound_number<"RANGE-DECAY">(min(one, sqrt(size) / ratio).upper().at(p));
}

UpperBound BoundedRange::algebraic_decay(double c) const {
  const Bits p{64};
  const Ball epsilon(epsilon_, p), b = epsilon * (exact(c, p) - Ball(Rational(1, 2), p));
  return bound<"RANGE-DECAY">(UpperBound::of(cosh(b) / (epsilon * sinhc(epsilon / 2))));
}

double BoundedRange::log_transform(double c) const {
  return log_sinhc(epsilon_approx_ * (c - 0.5)) - log_sinhc(epsilon_approx_ / 2);
}

double BoundedRange::log_decay(double c, double T) const {
  return std::min(0.0, decay(c, T, Bits{64}).log_approximate());
}

}  // namespace plumbline
