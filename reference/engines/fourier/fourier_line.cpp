#include "reference/engines/fourier/fourier_line.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::fourier {
namespace {

constexpr Bits kBoundBits{64};

}  // namespace

ContourLine::ContourLine(const Transform& transform, const Contour& contour, const Poll& poll)
    : contour_(contour),
      sup_(kBoundBits),
      algebraic_(kBoundBits),
      transform_right_(kBoundBits),
      transform_left_(kBoundBits),
      mass_P_(contour.bits),
      mass_Q_(contour.bits) {
  if (!(contour.step > 0) || !std::isfinite(contour.step) || contour.last < 1 ||
      !std::isfinite(contour.c) || contour.c == 0 || contour.c == 1) {
    throw std::invalid_argument("a contour needs a step > 0, two nodes or more, and c not 0 or 1");
  }
  const size_t count = static_cast<size_t>(contour.last) + 1;
  transform_right_ = transform.at(contour.right, kBoundBits, poll);
  poll();
  transform_left_ = transform.at(contour.left, kBoundBits, poll);
  poll();
  mass_P_ = transform.at(0, contour.bits, poll);
  poll();
  mass_Q_ = transform.at(1, contour.bits, poll);
  poll();
  // T is a double slightly below the first omitted node. If T is not a normal number, sup_ is indeterminate.
  const double T = contour.step * static_cast<double>(contour.last + 1) * (1 - 1e-12);
  sup_ = std::isnormal(T) ? transform.sup(contour.c, T, poll) : Ball::indeterminate(kBoundBits);
  poll();
  algebraic_ = transform.algebraic(contour.c, poll);
  poll();
  LineValues line = transform.on_line(contour.c, contour.step, count, contour.bits, poll);
  values_ = std::move(line.values);
  node_error_ = std::move(line.quadrature_error);
}

const ComplexVector& ContourLine::weighted(Kernel kernel, const Poll& poll) {
  const auto found = weighted_.find(kernel);
  if (found != weighted_.end()) return found->second;
  ComplexVector out(values_);
  const Bits p = values_.precision();
  const Ball c = Ball::from_binary64(contour_.c, p), D = Ball::from_binary64(contour_.step, p);
  UpperBound sum;
  for (size_t k = 0; k < out.size(); ++k) {
    const ComplexBall s(c, D * static_cast<long>(k));
    const ComplexBall r = reciprocal_denominator(kernel, s);
    sum = sum + r.magnitude();
    out.set(k, out[k] * r);
    if (k % 256 == 0) poll();
  }
  kernel_sum_[kernel] = sum;
  return weighted_.emplace(kernel, std::move(out)).first->second;
}

// BOUND(TRUNCATION)
// Statement.  The omitted nodes |k| > n of (D/2 pi) sum_k K(s_k) e^{t(sigma-s_k)} / d(s_k) contribute at most growth
//             = e^{t(sigma-c)} times
//                 E / (pi n D)                           for the profile,
//                 (1/pi) [E log(M/n) + C / (M D)]        for the tails, for every integer M > n,
//             where E bounds |K(c+iy)| for |y| >= (n+1) D, and |K(c+iy)| <= C/|y|.
// Needs.      (a) n >= 1, D > 0, c not 0 or 1: checked by the constructor. (b) E and C: Transform's sup() and
//             algebraic(). Without a C the answer is indeterminate.
// Proof.      The two signs of k together have the factor 2 (D/2 pi) = D/pi. On the line |s(s-1)| >= y^2 and |s|,
//             |s-1| >= |y|, y = k D. For the profile, sum_{k>n} E/(kD)^2 <= E/(n D^2), because sum_{k>n} 1/k^2 <=
//             1/n. rocq/theories/Transform.v proves this for c > 1 (nodes_tail, docs/kernel.md). For the tails,
//             sum_{n<k<=M} E/(kD) <= (E/D) log(M/n), and sum_{k>M} C/(kD)^2 <= C/(M D^2).
// Source.     Elementary.
Ball ContourLine::truncation(Kernel kernel, const Ball& growth) const {
  const Bits p = growth.precision();
  const Ball D = Ball::from_binary64(contour_.step, p), pi = Ball::pi(p);
  if (kernel == Kernel::profile) {
    return bound_number<"TRUNCATION">(growth * sup_ / (pi * D * contour_.last));
  }
  const double ratio = algebraic_.log_approximate() - sup_.log_approximate();
  const long doublings =
      static_cast<long>(std::clamp(std::isfinite(ratio) ? ratio * 1.5 : 0.0, 1.0, 1e9));
  // M = n 2^doublings
  const Ball log_M_over_n = log(Ball::integer(2, p)) * doublings;
  const Ball M = Ball::integer(contour_.last, p) * power(Ball::integer(2, p), Rational(doublings));
  const Ball both = growth * (sup_ * log_M_over_n + algebraic_ / (M * D)) / pi;
  return bound_number<"TRUNCATION">(both);
}

// BOUND(ALIAS)
// Statement.  With Lambda = 2 pi/D, the full sum satisfies
//                 (D/2 pi) sum_k K(s_k) e^{t(sigma-s_k)} / d(s_k)
//                     = sum_m G_c(t + m Lambda) e^{(c-sigma) m Lambda},    s_k = c + i k D,
//             where the sums are over all integers k and m. ALIAS-SIDES gives the terms of m other than 0.
// Needs.      (a) c not 0 or 1, D > 0: checked by the constructor. (b) For the tails, some C with |K(c+iy)| <= C/|y|:
//             without it TRUNCATION is indeterminate, and so is the answer.
// Proof.      Profile: let v be the payoff of c's region, (e^y - 1)_+, -min(e^y, 1) or (1 - e^y)_+. The integral of
//             v(y) e^{-sy} is an integral of exponentials; it is 1/(s (s-1)) if Re s = c. The sum of v(y) e^{-cy}
//             over all shifts of y by multiples of Lambda is continuous and periodic, and its Fourier coefficients,
//             1/(Lambda s_k (s_k - 1)), are summable. So it equals its Fourier series everywhere, by Fejer's theorem.
//             Set y = S - t, take the mean under P and multiply by e^t. This gives the statement, because G_c(t) =
//             e^t E_P[v(S - t)]; all sums converge absolutely because K(c) is finite. The proof moves no contour.
//             Payoff.v and Transform.v in rocq/theories prove the statement for c > 1, with the bounds of the aliases
//             (docs/kernel.md).
//
//             Tails: g(t) = G_c(t) e^{(c-sigma) t} decays exponentially at both ends (CHERNOFF with x on either side
//             of c, within its region), and its Fourier transform is K/d on the line. |K| <= C/|y| implies K/d =
//             O(1/y^2). The characteristic function of the tilted distribution is then square-integrable, so this
//             distribution has a density and g is continuous. So the Poisson sum over t + m Lambda is continuous with
//             absolutely summable Fourier coefficients, and hence equal to its series everywhere.
// Source.     Poisson summation; this form is this project's.
Ball ContourLine::aliases(Kernel kernel, const Ball& t, UpperBound* size) const {
  const Ball Lambda =
      Ball::pi(t.precision()) * 2 / Ball::from_binary64(contour_.step, t.precision());
  return bound_number<"ALIAS">(alias_sides({contour_.c, contour_.left, contour_.right},
                                           transform_left_, transform_right_, {mass_P_, mass_Q_},
                                           kernel, Lambda, t, size));
}

Enclosure ContourLine::answer(Question question, const Real& t_exact, const Poll& poll) {
  const Kernel kernel = kernel_of(question);
  const ComplexVector& F = weighted(kernel, poll);
  const Bits p = F.precision() + static_cast<long>(std::log2(static_cast<double>(F.size()))) + 8;
  const Ball t = t_exact(p), c = Ball::from_binary64(contour_.c, p);
  const Ball D = Ball::from_binary64(contour_.step, p), pi = Ball::pi(p);
  const ComplexBall turn = exp(ComplexBall(Ball(p), -(D * t)));  // e^{-iDt}
  const ComplexBall sum = power_sum(F, turn, p, poll);
  const Ball growth = exp(t * (Ball::integer(sigma(kernel), p) - c));
  // The terms of k and -k are conjugate, and the term of k = 0 is counted once.
  const Ball scale = growth * D / (pi * 2);
  const Ball series = (sum.real() * 2 - F[0].real()) * scale;
  Enclosure out{Ball(p), {}};
  const Ball cut = truncation(kernel, growth);
  out.budget.truncation = UpperBound::of(cut);
  const Ball alias = aliases(kernel, t, &out.budget.discretisation);
  const UpperBound node_share = UpperBound::of(scale * 2) * node_error_ * kernel_sum_.at(kernel);
  out.budget.quadrature = smaller(node_share, series.radius());
  const Ball G = widen(series - alias, out.budget.truncation);
  out.value = from_region(question, contour_.c, G, t, {mass_P_, mass_Q_});
  // The radius of `series` is the rounding error of ball arithmetic, including the quadrature error of the node
  // values.
  out.budget.rounding = series.radius();
  return out;
}

}  // namespace plumbline::fourier
