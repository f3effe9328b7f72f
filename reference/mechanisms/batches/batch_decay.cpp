/// Bounds the decay of the transform of a step on a batch of fixed size. batch_transform.hpp defines the integral A,
/// and the proof of BOUND(BATCH-FAR) the path of integration.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/batches/batch_transform.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::batch {
namespace {

constexpr int kPieces = 40;     // number of pieces of the vertical part of the path
constexpr double kRatio = 0.8;  // ratio of the lower to the upper end of a piece

/// Returns the end of the i-th piece of the path from 0 to v.
double piece_end(double v, int i) { return i == 0 ? 0 : v * std::pow(kRatio, kPieces - i); }

/// Returns a bound of |A(c+iy)| for y >= T from the path with height v. The argument `A` is an upper bound of A(c).
Ball on_path(const BatchLaw& law, const Ball& c, double T, double v, const Ball& A, Bits p) {
  const Ball mu(law.mu, p), q(law.q, p), rest = Ball(Rational(1) - law.q, p),
                                         one = Ball::integer(1, p), y = exact(T, p),
                                         pi = Ball::pi(p);
  const bool down = certainly_negative(c);
  const auto turn = [&](const Ball& angle) {
    return atan2(q * cos(pi / 2 - angle), rest + q * cos(angle));
  };
  /// Returns |f(mu/2 + it)|^c.
  const auto size = [&](const Ball& angle) {
    return power(one - q * rest * 2 * (one - cos(angle)), c / 2);
  };
  Ball rise(p);
  for (int i = 0; i < kPieces; ++i) {
    const Ball from = exact(piece_end(v, i), p), to = exact(piece_end(v, i + 1), p);
    const Ball largest = size(mu * (down ? to : from));
    rise += (to - from) * exp(square(to) / 2 - y * turn(mu * from)) * largest;
  }
  const Ball top = exact(v, p), angle = mu * top;
  const Ball smaller = down ? power(cos(angle / 2), c) : one;
  return normal_density(mu / 2) * rise + A * smaller * exp(square(top) / 2 - y * turn(angle));
}

}  // namespace

// BOUND(BATCH-FAR)
// Statement.  Let 0 = t_0 < ... < t_n = v, mu v <= pi/2, a(t) = arg f(mu/2 + it) and |y| >= T > 0. Then |A(c+iy)| is
//             at most
//
//                 phi(mu/2) sum_i (t_{i+1} - t_i) e^{t_{i+1}^2/2 - T a(t_i)} F_i + A(c) G e^{v^2/2 - T a(v)},
//
//             where F_i = |f(mu/2 + i t)|^c at t = t_i for c >= 0 and at t = t_{i+1} for c < 0, with |f(mu/2 + it)|^2
//             = 1 - 2 q (1-q) (1 - cos mu t), and G = 1 for c >= 0, G = cos(mu v/2)^c for c < 0. |K(c+iy)| is at most
//             the sum of this bound at c, this bound at 1-c, and the mass (1-q)(1 - 2 Phi(-mu/2)) of the loss 0.
// Needs.      T > 0, v > 0 and mu v <= pi/2: checked here (indeterminate otherwise).
// Proof.      Let y > 0; y < 0 is the conjugate case. For 0 <= mu Im x <= pi/2, f is analytic without zeros, and phi
//             decays. Hence the path of A may first go from mu/2 up to mu/2 + iv and then to the right. On the path
//             |f^{c+iy}| = |f|^c e^{-y arg f}. On the vertical part |phi| = phi(mu/2) e^{t^2/2} and f = 1-q + q e^{i
//             mu t}. There a(t) increases for angles up to pi/2 (BATCH-RULE), and |f| decreases. On the horizontal
//             part arg f(u + iv) >= a(v), because it increases with u. Moreover, |phi(u + iv)| = phi(u) e^{v^2/2} and
//             |f(u + iv)|^c <= G f(u)^c (BATCH-RULE). All terms decrease in y. A(1-s) at s = c+iy is A at 1-c-iy.
// Source.     Elementary.
Ball far_bound(const BatchLaw& law, double c, double T, double v, Bits p) {
  const Ball angle = Ball(law.mu, p) * exact(v, p);
  if (!(T > 0 && v > 0) || !certainly_at_most(angle, Ball::pi(p) / 2)) {
    return Ball::indeterminate(p);
  }
  const Sides at = sides(law, c, p);
  constexpr Bits kOfDouble{1200};  // 1-c is exact, so that its sign is known
  const Ball own = exact(c, kOfDouble), mirrored = Ball::integer(1, kOfDouble) - own;
  const Ball all = (on_path(law, own.rounded(p), T, v, at.own.upper(), p) +
                    on_path(law, mirrored.rounded(p), T, v, at.mirrored.upper(), p));
  return rest_at_zero(law, p) + bound_number<"BATCH-FAR">(all.upper());
}

// BOUND(BATCH-CELLS)
// Statement.  Let V be at least the variance of the tilted loss. For |y - y_k| <= r
//
//                 |K(c+iy)|/K(c) <= |K(c+iy_k)|/K(c) + r sqrt(V).
//
//             If the intervals [y_k - r_k, y_k + r_k] cover [from, to], the maximum of these bounds is a bound on
//             [from, to].
// Needs.      0 < from < to: checked here. Each interval begins at the end of the previous one: by construction, and
//             checked here.
// Proof.      Let m be the mean of the tilted loss. Then phi(y) = E e^{iy(L-m)} has |phi| = |K|/K(c) and |phi'| <=
//             E|L-m| <= sqrt(V).
// Source.     Elementary.
Ball cells_bound(const BatchLaw& law, double c, double from, double to, Bits p) {
  constexpr double kWidest = 0.05, kOfSquare = 0.08;
  constexpr int kMostCells = 3000;
  const Ball one = Ball::integer(1, p);
  if (!(from > 0 && from < to)) return one;
  const TiltedMoments m = moments(law, c, p);
  if (!m.variance.is_finite() || !certainly_positive(m.variance)) return one;
  const Ball deviation = sqrt(m.variance.upper());
  const double sd = deviation.approximate();
  const heuristic::Sketch at = heuristic::sketch(law, c);
  const Rule nodes = rule(law, c, to * 1.2, at.log_K - 14, Bits{32});
  const Bits work = nodes.weights.back().precision();
  const Ball K = transform(law, c, p), zero(work);
  Ball largest(p);
  double left = from;
  for (int k = 0; left < to; ++k) {
    if (k == kMostCells) return one;
    poll_here();
    const double s = left * sd, half = std::min(kWidest, kOfSquare * s * s) / sd;
    const double y = rounded(left + half, 40), right = rounded_down(left + 2 * half, 40);
    if (!(left < y && y < right && right < to * 1.2)) return one;
    const Ball r = max(exact(y, p) - exact(left, p), exact(right, p) - exact(y, p));
    ComplexBall sum(zero, zero);
    for (size_t i = 0; i < nodes.losses.size(); ++i) {
      sum = sum + exp(ComplexBall(zero, exact(y, work) * nodes.losses[i])) * nodes.weights[i];
    }
    const Ball size = sum.magnitude().ball(p) + nodes.error.ball(p);
    largest = max(largest, size / K + bound_number<"BATCH-CELLS">(r * deviation));
    if (!certainly_less(largest, one)) return one;
    left = right;
  }
  return min(one, largest).upper();
}

namespace heuristic {
namespace {

/// Returns the slope of arg f(mu/2 + it) at t = 0.
double slope(const BatchLaw& law) { return law.q_approx * law.mu_approx; }

double turn(const BatchLaw& law, double angle) {
  return std::atan2(law.q_approx * std::sin(angle),
                    1 - law.q_approx + law.q_approx * std::cos(angle));
}

double on_path(const BatchLaw& law, double c, double T, double v, double A) {
  double rise = 0;
  for (int i = 0; i < kPieces; ++i) {
    const double from = piece_end(v, i), to = piece_end(v, i + 1);
    const double angle = law.mu_approx * (c >= 0 ? from : to);
    const double size = 1 - 2 * law.q_approx * (1 - law.q_approx) * (1 - std::cos(angle));
    rise += (to - from) *
            std::exp(to * to / 2 - T * turn(law, law.mu_approx * from) + c / 2 * std::log(size));
  }
  const double smaller = c >= 0 ? 0 : c * std::log(std::cos(law.mu_approx * v / 2));
  const double start = law.mu_approx / 2;
  return std::exp(-start * start / 2) / std::sqrt(2 * M_PI) * rise +
         A * std::exp(smaller + v * v / 2 - T * turn(law, law.mu_approx * v));
}

}  // namespace

double height(const BatchLaw& law, double T) {
  const double most = M_PI / 2 / law.mu_approx * (1 - 1e-9);
  return rounded_down(std::min(most, T * slope(law)), 20);
}

double log_far_bound(const BatchLaw& law, const Sketch& at, double c, double T) {
  const double v = height(law, T), K = std::exp(at.log_K);
  const double all = on_path(law, c, T, v, at.own * K) + on_path(law, 1 - c, T, v, at.mirrored * K);
  return std::log(at.rest + all / K);
}

double far_start(const BatchLaw& law) { return rounded(4 / slope(law), 20); }

}  // namespace heuristic

}  // namespace plumbline::batch
