#include "reference/engines/allocation/allocation_largest.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {
namespace {

/// Thresholds of BOUND(ALLOCATION-LARGEST): a single Y_i/n exceeds k if Z_i > z, and Y_i exceeds k if Z_i > `least`
/// (a in the proof); y = z - mu. below_z and below_y are the probabilities Phi(z) and Phi(y).
struct Threshold {
  Ball mu, n, k, z, y, least, below_z, below_y;
};

Threshold threshold(const Real& t, const OneOfSteps& steps, Bits q) {
  const Ball mu = sqrt(Ball(steps.mu_squared, q)), n(steps.n, q), log_k = t(q);
  const Ball least = log_k / mu + mu / 2, z = least + log(n) / mu, y = z - mu;
  return {mu, n, exp(log_k), z, y, least, normal_cdf(z), normal_cdf(y)};
}

/// Returns P(a < N <= b), N standard normal.
Ball between(const Ball& a, const Ball& b) {
  if (certainly_positive(a)) return normal_survival(a) - normal_survival(b);
  return normal_cdf(b) - normal_cdf(a);
}

// BOUND(ALLOCATION-LARGEST)
// Statement.  For random allocation of one of n >= 2 Gaussian steps, with k = e^t, a = t/mu + mu/2, z = a +
//             log(n)/mu, y = z - mu, A = k (1 - Phi(z)^n) + Phi(y) Phi(z)^{n-1} and h = phi(y)/Phi(y),
//
//                 A - G <= 1 - delta(t) <= A,    and excess(t) lies between k - A and k - A + G,
//                 G = (n-1) Phi(z)^{n-2} min(Phi(-mu/sqrt 2), Phi(y) e^{h^2/2 - h z} (Phi(z-h) - Phi(a-h))).
//
// Needs.      n >= 2 independent steps, one of them allocated uniformly: RandomAllocation.
// Proof.      Under P, X = e^S is the mean of Y_i = e^{mu Z_i - mu^2/2}, and 1 - delta = E_P min(X, k). Let E be the
//             event that all Z_i <= z. On E, max Y_i/n <= k; on its complement, X > k. So 1 - delta = k (1 - P(E)) +
//             E_P[X; E] - E_P[(X - k)_+; E]. Here E_P[X; E] = Q(E) = Phi(z - mu) Phi(z)^{n-1}, whichever step was
//             allocated, so the first two terms are A.
//
//             It remains to bound the last term by G. X > k requires that some Y_i > k, that is, Z_i > a. On E, (X -
//             k)_+ is at most X minus the largest Y_i/n. So the last term is at most the probability under Q of the
//             event that E holds, the largest Z_i is above a, and its step is not the allocated one. For each of the
//             n - 1 other steps this probability is at most Phi(z)^{n-2}, for the remaining steps, times P(N + mu <=
//             N', a < N' <= z) = int_a^z Phi(x - mu) phi(x) dx with N, N' independent and standard normal. This
//             integral is at most P(N + mu <= N') = Phi(-mu/sqrt 2). Because log Phi is concave with slope h at y,
//             also Phi(x - mu) <= Phi(y) e^{-h(z-x)} for x <= z, and the integral of the right side against phi is
//             the second bound. Finally, excess = k - (1 - delta).
// Source.     Neyman, Pearson; Mills' ratio; this project's.
UpperBound another_is_largest(const Threshold& at) {
  const Ball h = normal_density(at.y) / at.below_y, root2 = sqrt(Ball::integer(2, h.precision()));
  const Ball near = at.below_y * exp(square(h) / 2 - h * at.z) * between(at.least - h, at.z - h);
  const Ball pair = min(normal_survival(at.mu / root2), near);
  return bound<"ALLOCATION-LARGEST">(
      UpperBound::of((at.n - 1) * power(at.below_z, at.n - 2) * pair));
}

/// Returns [middle, middle + g] if `above`, otherwise [middle - g, middle].
Ball beside(const Ball& middle, const UpperBound& g, bool above) {
  const Ball reach = g.ball(middle.precision());
  return Ball::hull(middle, above ? middle + reach : middle - reach);
}

}  // namespace

Ball profile_by_largest(Question question, const Real& t, const OneOfSteps& steps, Bits p) {
  const Bits q = p + 128;
  const Threshold at = threshold(t, steps, q);
  const Ball log_all = certainly_positive(at.z) ? log1p(-normal_survival(at.z)) : log(at.below_z);
  const Ball others = exp(log_all * (at.n - 1)), all_above = -expm1(log_all * at.n);
  const Ball A = at.k * all_above + at.below_y * others, one = Ball::integer(1, q);
  if (!A.is_finite()) return Ball::indeterminate(p);
  const UpperBound G = another_is_largest(at);
  switch (question) {
    case Question::delta:
      return beside(one - A, G, true).rounded(p);
    case Question::one_minus_delta:
      return beside(A, G, false).rounded(p);
    case Question::excess:
      return beside((at.k * at.below_z - at.below_y) * others, G, true).rounded(p);
    default:
      throw std::logic_error("not a question about the profile");
  }
}

}  // namespace plumbline
