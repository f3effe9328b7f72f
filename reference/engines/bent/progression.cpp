#include "reference/engines/bent/progression.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/vectors/settled_vector.hpp"

namespace plumbline::bent {

Progression::Progression(const std::array<ComplexBall, 4>& points,
                         const std::vector<ComplexBall>& losses,
                         const std::vector<ComplexBall>& weights, Bits least, Bits work)
    : work_(work), least_(least) {
  std::array<ComplexBall, 4> s = points;
  for (size_t order = 1; order < 4; ++order) {
    for (size_t i = 3; i >= order; --i) s[i] = s[i] - s[i - 1];
  }
  for (size_t order = 0; order < 4; ++order) {
    factors_[order] = ComplexVector(losses.size(), work);
    for (size_t j = 0; j < losses.size(); ++j) {
      const ComplexBall power = exp(s[order] * losses[j]);
      factors_[order].set(j, order == 0 ? power * weights[j] : power);
    }
    settle(order);
  }
}

void Progression::settle(size_t order) {
  held_ = take_midpoints(&factors_[order], least_) && held_;
}

void Progression::next() {
  ++steps_;
  for (size_t order = 0; order < 3; ++order) {
    factors_[order].multiply(factors_[order + 1]);
    settle(order);
  }
}

ComplexBall Progression::sum() const { return plumbline::sum(factors_[0], work_); }

// BOUND(BENT-POWERS)
// Statement.  Let the third differences of s_0, s_1, ... be constant. With E_0 = w e^{s_0 l} and D_0, G_0, H the
//             exponentials of l times the first, second and third differences, the recurrences E_{k+1} = E_k D_k,
//             D_{k+1} = D_k G_k and G_{k+1} = G_k H give E_k = w e^{s_k l}. If each product is rounded with a
//             relative error of at most u = 2^(4-least), the computed E_k has a relative error of at most 2 u
//             (k+1)^3.
// Needs.      u (k+1)^3 <= 1: checked here (infinite otherwise). The relative error: take_midpoints. Constant third
//             differences: the caller.
// Proof.      Computed numbers are the exact ones times factors 1 + r with |r| <= u. There is one such factor for H,
//             1 + 2k for G_k, 1 + k + k^2 for D_k, and 1 + sum_{i<k} (2 + i + i^2) <= (k+1)^3 for E_k. For u n <= 1,
//             (1+u)^n - 1 <= 2 u n and 1 - (1-u)^n <= 2 u n.
// Slack.      Rounding errors have random signs and at most half of the allowed size: a factor of thousands in the
//             tests.
// Source.     Elementary.
UpperBound Progression::relative_error() const {
  const Bits p{64};
  const Ball share = exp(log(Ball::integer(2, p)) * (5 - least_.n)).upper();
  const Ball out = share * power(Ball::integer(steps_ + 1, p), Rational(3));
  if (!held_ || !certainly_at_most(out, Ball::integer(2, p))) return UpperBound::infinite();
  return bound<"BENT-POWERS">(UpperBound::of(out));
}

}  // namespace plumbline::bent
