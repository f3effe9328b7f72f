#include "reference/engines/allocation/allocation_mean.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {
namespace {

/// Returns a working precision with bits for two cancellations: the fourth central moment w is a difference of larger
/// numbers that is of size mu^4, and 1 - delta is computed by subtraction from 1.
Bits working_bits(const OneOfSteps& steps, Bits p) {
  const double lost = -4 * std::log2(std::min(1.0, steps.mu_squared.approximate()));
  return p + static_cast<long>(std::min(lost, 1e5)) + 64;
}

// BOUND(ALLOCATION-NORMAL)
// Statement.  For random allocation of one of n Gaussian steps, with u = mu^2, v = e^u - 1, w = e^{6u} - 4 e^{3u} + 6
//             e^u - 3, s^2 = v/n and N normal with mean 1 and variance s^2,
//
//                 |delta(t) - E (N - e^t)_+| <= 3 sqrt(w/v)/n.
//
//             |excess(t) - E (e^t - N)_+| has this bound, too.
// Needs.      n >= 1 independent steps, one of them allocated uniformly: RandomAllocation.
// Proof.      Under P, e^S is the mean of n independent Y_i = e^{mu Z - mu^2/2} with mean 1, variance v and fourth
//             central moment w, because E Y^k = e^{k(k-1)u/2}. delta = E_P (e^S - e^t)_+ and excess = E_P (e^t -
//             e^S)_+ are means of functions of e^S with slopes of at most 1 in modulus. So they differ from the means
//             for N by at most the L1 distance of the two distribution functions. Let X = Y - 1, and let X* have its
//             zero bias distribution, E X f(X) = v E f'(X*). Before scaling by s, the L1 distance is at most 2 E|X* -
//             X|/sqrt(v n) (Goldstein 2007, where one X of the sum is exchanged). With f = x|x|/2, E|X*| =
//             E|X|^3/(2v), and E|X| <= E|X|^3/v because moments increase with their order. Together the distance is
//             at most 3 E|X|^3/(v^{3/2} sqrt(n)), and 3 E|X|^3/(v n) after scaling by s = sqrt(v/n). Finally, E|X|^3
//             <= sqrt(v w) by the Cauchy-Schwarz inequality.
// Slack.      The L1 distance covers all t, but the difference is at one t; and the constant 3 can be replaced by 1
//             (Goldstein 2010). Together some sixtyfold.
// Source.     Goldstein, L1 bounds in normal approximation, 2007; this project's.
UpperBound distance_of(const Ball& u, const Ball& v, const Ball& n) {
  const Ball w = expm1(u * 6) - expm1(u * 3) * 4 + expm1(u) * 6;
  return bound<"ALLOCATION-NORMAL">(UpperBound::of(sqrt(w / v) / n * 3));
}

}  // namespace

Ball profile_by_normal_mean(Question question, const Real& t, const OneOfSteps& steps, Bits p) {
  const Bits q = working_bits(steps, p);
  const Ball u(steps.mu_squared, q), n(steps.n, q), v = expm1(u);
  const Ball scale = sqrt(v / n), z = expm1(t(q)) / scale;
  const Ball above = scale * (normal_density(z) - z * normal_survival(z));
  const Ball below = scale * (normal_density(z) + z * normal_cdf(z));
  if (!scale.is_finite()) return Ball::indeterminate(p);
  const UpperBound distance = distance_of(u, v, n);
  switch (question) {
    case Question::delta:
      return widen(above, distance).rounded(p);
    case Question::one_minus_delta:
      return widen(Ball::integer(1, q) - above, distance).rounded(p);
    case Question::excess:
      return widen(below, distance).rounded(p);
    default:
      throw std::logic_error("not a question about the profile");
  }
}

}  // namespace plumbline
