#include "reference/mechanisms/gaussian/mixture_rule.hpp"

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"

namespace plumbline::mixture {
namespace {

constexpr Bits kRuleBits{64};

}  // namespace

RuleBounds::RuleBounds(const MixtureLaw& law, const Grid& grid)
    : law_(law),
      mu_(law.mu, kRuleBits),
      left_(exact(grid.step, kRuleBits) * (grid.first - 1)),
      right_(exact(grid.step, kRuleBits) * (grid.last + 1)),
      log_left_(log(ratio(law, left_))),
      log_right_(log(ratio(law, right_)) - log_ratio_normal(law, right_)),
      log_rest_(log(Ball(Rational(1) - law.p, kRuleBits))),
      weight_(kRuleBits),
      twice_(exact(grid.shift, kRuleBits) * 2),
      twice_growth_(growth(law, twice_)),
      edge_(edge_share(grid.shift, grid.step)) {
  const Ball zero(kRuleBits), pi = Ball::pi(kRuleBits), a = exact(grid.shift, kRuleBits);
  weight_ = growth(law, a) * (exact(grid.step, kRuleBits) / sqrt(pi * 2) + exact(0.5, kRuleBits));
  in_order_ = certainly_at_most(left_, zero) && certainly_at_most(zero, right_);
  flat_ = certainly_at_most(a * mu_, pi / 2);
}

// BOUND(MACHINE-OMITTED)
// Statement.  Let g(x) = (h/sqrt(2 pi) + 1/2) e^{-x^2/2}, and let t be the first omitted node on a side. The omitted
//             nodes on Im u = a contribute to K(s), Re s = c, at most growth(a) times the sum over both sides of
//
//                 (w e^{-z})^c e^{c(c-1) mu^2/2} g(t - c mu)    right, c >= 0, t >= c mu,
//                 w(t)^c g(t)                                   left, c >= 0, t <= 0,
//                 (1-p)^c g(t)                                  c < 0, |t| on its side of 0, a mu <= pi/2.
//
// Needs.      The conditions on t and on the angle: checked here (infinite otherwise).
// Proof.      The bounds follow from MIXTURE-TAILS and MIXTURE-STRIP without window, with P(N > x) <= e^{-x^2/2}/2 for
//             x >= 0 and h phi(x) = (h/sqrt(2 pi)) e^{-x^2/2}.
// Source.     Elementary.
UpperBound RuleBounds::omitted(double c) const {
  if (!in_order_) return UpperBound::infinite();
  const Ball cc = exact(c, kRuleBits);
  const auto g = [](const Ball& log_size, const Ball& x) { return exp(log_size - square(x) / 2); };
  Ball sum(kRuleBits);
  if (c < 0) {
    if (!flat_) return UpperBound::infinite();
    sum = g(cc * log_rest_, left_) + g(cc * log_rest_, right_);
  } else {
    const Ball beyond = right_ - cc * mu_;
    if (!certainly_at_most(Ball(kRuleBits), beyond)) return UpperBound::infinite();
    const Ball tilted = cc * (log_right_ + (cc - 1) * square(mu_) / 2);
    sum = g(tilted, beyond) + g(cc * log_left_, left_);
  }
  return bound<"MACHINE-OMITTED">(UpperBound::of(sum * weight_));
}

/// Returns the discretisation error of MIXTURE-LINE relative to K(c). The variable M bounds the M of the proof divided
/// by K(c). It is the factor of MIXTURE-COSINE or (1-p)^c. The latter suffices because K(c) >= 1 for c < 0.
Ball RuleBounds::discretisation(double c, double) const {
  const Ball one = Ball::integer(1, kRuleBits), angle = twice_ * mu_, pi = Ball::pi(kRuleBits);
  if (!certainly_less(angle, pi)) return Ball::indeterminate(kRuleBits);
  Ball M = one;
  if (c < 0) {
    M = cosine_factor(law_, twice_, c);
    if (certainly_at_most(angle, pi / 2)) {
      const Ball flat_power = exp(exact(c, kRuleBits) * log_rest_);
      M = M.is_finite() ? min(M, flat_power) : flat_power;
    }
  }
  return (one + twice_growth_ * M) * edge_;
}

}  // namespace plumbline::mixture
