#include "reference/mechanisms/gaussian/gaussian_sum.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {}  // namespace

// BOUND(THETA-TAIL)
// Statement.  For lambda > 0 and d >= 0:
//
//                 sum_{i >= 0} e^{-lambda (d + i)^2} <= e^{-lambda d^2} / (1 - e^{-lambda (2d + 1)}).
//
// Needs.      lambda > 0 and d >= 0: checked here (indeterminate otherwise).
// Proof.      (d + i)^2 >= d^2 + i (2d + 1) for integers i >= 0, because i^2 >= i. Hence a geometric series bounds the
//             sum.
// Source.     Elementary.
Ball gaussian_remainder(const Ball& lambda, const Ball& d) {
  const Ball zero(d.precision());
  if (!certainly_positive(lambda) || !certainly_at_most(zero, d)) {
    return Ball::indeterminate(d.precision());
  }
  return bound_number<"THETA-TAIL">(-(exp(-(lambda * square(d))) / expm1(-(lambda * (d * 2 + 1)))));
}

GaussianSum::GaussianSum(const Ball& lambda, Bits p, long terms) : lambda_(lambda.at(p)), p_(p) {
  // The largest term has |j - kappa| <= 1/2. The first omitted term has |j - kappa| >= m + 1/2.
  const double rate = std::max(lambda.approximate(), 1e-9);
  const long m =
      static_cast<long>(std::sqrt(0.25 + static_cast<double>(p.n + 4) * kLn2 / rate)) + 1;
  for (long j = 0; j <= (terms > 0 ? terms : m); ++j) {
    poll_here(j, p);
    weights_.push_back(exp(-(lambda_ * (j * j))));
  }
}

ComplexBall GaussianSum::operator()(const Ball& kappa, const Ball& psi) const {
  if (!kappa.is_finite() || !psi.is_finite()) return ComplexBall(Ball::indeterminate(p_));
  const Ball nearest = Ball::from_binary64(std::nearbyint(kappa.approximate()), p_);
  const Ball shift = kappa - nearest;
  // The term at nearest + i is the term at nearest times weights[|i|] z^i.
  const ComplexBall exponent(lambda_ * shift * 2, psi);
  const ComplexBall z = exp(exponent), w = exp(-exponent);
  const ComplexBall one(Ball::integer(1, p_));
  ComplexBall sum = one, up = one, down = one;
  for (size_t i = 1; i < weights_.size(); ++i) {
    up = up * z;
    down = down * w;
    sum = sum + (up + down) * weights_[i];
  }
  const ComplexBall first = exp(ComplexBall(-(lambda_ * square(shift)), psi * nearest));
  const Ball d = Ball::integer(static_cast<long>(weights_.size()), p_) - abs(shift);
  if (!certainly_positive(d)) return ComplexBall(Ball::indeterminate(p_));
  return widen(first * sum, UpperBound::of(gaussian_remainder(lambda_, d) * 2));
}

Ball gaussian_tail_sum(const Rational& rational_lambda, const Rational& n, Bits p, long terms) {
  if (rational_lambda.sign() <= 0 || n.sign() < 0) return Ball::indeterminate(p);
  // Sums the terms from n to n + m, where the last term is below 2^-p times the first: lambda m (2n + m) > (p + 10) log
  // 2.
  const double rate = std::max(rational_lambda.approximate(), 1e-18), start = n.approximate();
  const double depth = static_cast<double>(p.n + 10) * kLn2 / rate;
  const double enough = depth / (start + std::sqrt(start * start + depth));
  constexpr double kMostTerms = 2e6;  // terms that take approximately one second
  if (terms <= 0 && enough > kMostTerms) return Ball::indeterminate(p);
  const long m = terms > 0 ? terms : static_cast<long>(enough) + 2;
  // The recurrence term *= ratio, ratio *= e^{-2 lambda} loses two bits each time m doubles.
  const Bits wide = p + 2 * static_cast<long>(std::log2(static_cast<double>(m))) + 10;
  const Ball lambda(rational_lambda, wide), from(n, wide), step = exp(-(lambda * 2));
  Ball term = exp(-(lambda * square(from))), ratio = exp(-(lambda * (from * 2 + 1)));
  Ball sum(wide);
  for (long i = 0; i < m; ++i) {
    poll_here(i, p);
    sum += term;
    term = term * ratio;
    ratio = ratio * step;
  }
  return widen(sum, UpperBound::of(gaussian_remainder(lambda, from + m))).at(p);
}

}  // namespace plumbline
