#include "reference/regions/tv_steps.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"

namespace plumbline {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& range, const Real& value) {
  throw std::invalid_argument(name + " must be " + range + ", got " + value.text());
}

bool certainly_zero(const Real& x) { return x.rational() && x.rational()->is_zero(); }

void check_probability(const std::string& name, const Real& x) {
  if (known_sign(x).value_or(0) < 0 || known_sign(Real(kOne) - x).value_or(0) < 0)
    refuse(name, "in [0, 1]", x);
}

}  // namespace

void check(const TvSteps& steps) {
  if (steps.count < 1) {
    throw std::invalid_argument("the number of steps must be at least 1, got " +
                                std::to_string(steps.count));
  }
  if (known_sign(steps.epsilon).value_or(0) < 0) refuse("epsilon", "at least 0", steps.epsilon);
  check_probability("delta", steps.delta);
  if (!steps.eta) return;
  check_probability("eta", *steps.eta);
  const Real excess = *steps.eta - steps.delta;
  if (known_sign(excess).value_or(0) < 0) {
    refuse("eta", "at least delta (every mechanism may break with probability delta)", *steps.eta);
  }
  if (const auto alpha = steps.exact_alpha()) {
    if (alpha->sign() >= 0) return;
  } else {
    const Real room([&steps](Bits p) { return steps.alpha(p); });
    if (known_sign(room).value_or(0) >= 0) return;
  }
  const Bits p{64};
  const Ball most = largest_total_variation(steps.epsilon(p), steps.delta(p));
  refuse(
      "eta",
      "at most delta + (1-delta) (e^epsilon-1)/(e^epsilon+1) = " + most.decimal_bounds(10).first +
          "..., the largest total variation of an (epsilon,delta)-DP mechanism (leave it out "
          "where there is no other bound)",
      *steps.eta);
}

std::optional<Rational> TvSteps::exact_ratio() const {
  const auto x = epsilon.log_linear();
  if (!x || !x->offset.is_zero()) return std::nullopt;
  Rational ratio = kOne;
  for (const LogLinear::Term& term : x->logs) {
    if (!term.n.is_integer() || abs(Ball(term.n, Bits{64})).approximate() > 1000) {
      return std::nullopt;
    }
    const long n = std::lround(term.n.approximate());
    ratio = ratio * (n >= 0 ? power(term.q, n) : kOne / power(term.q, -n));
  }
  return ratio;
}

std::optional<Rational> TvSteps::exact_alpha() const {
  if (!eta) return kZero;
  if (certainly_zero(*eta - delta)) return kOne;
  const auto E = exact_ratio();
  if (!E || !delta.rational() || !eta->rational()) return std::nullopt;
  const Rational rest = kOne - *delta.rational();
  // epsilon = 0 or delta = 1 imply eta = delta (the formula would be 0/0).
  if (*E == kOne || rest.is_zero()) return kOne - (*eta->rational() - *delta.rational()) - kOne;
  return kOne - (*eta->rational() - *delta.rational()) * (*E + kOne) / (rest * (*E - kOne));
}

Ball TvSteps::alpha(Bits p) const {
  if (const auto exact = exact_alpha()) return Ball(*exact, p);
  const auto at = [this](Bits bits) {
    const Ball e = epsilon(bits), one = Ball::integer(1, bits);
    return one - (*eta - delta)(bits) / (one - delta(bits)) * (exp(e) + 1) / expm1(e);
  };
  // Cancellation occurs if eta is near its maximum; the precision increases accordingly.
  Ball best = at(p + 16);
  for (Bits wide = p + 64; wide.n < 4 * p.n + 4096; wide = Bits{2 * wide.n}) {
    if (best.relative_digits() * 3.3 >= static_cast<double>(p.n) - 4) break;
    best = at(wide);
  }
  return best.at(p).rounded(p);
}

Ball largest_total_variation(const Ball& epsilon, const Ball& delta) {
  const Ball one = Ball::integer(1, wider(epsilon.precision(), delta.precision()));
  return delta + (one - delta) * (-expm1(-epsilon) / (one + exp(-epsilon)));
}

// BOUND(TV-SUBSAMPLING)
// Statement.  If M is (eps, delta)-DP with total variation at most eta, then M on a random subset that contains each
//             record with probability p is (log E', p delta)-DP with total variation at most p eta, where E' = 1 + p
//             (e^eps - 1). The pair of equations 43 and 44, subsampled, attains both in the worst of its two
//             directions, and its whole region.
// Needs.      (a) 0 <= p <= 1: checked here (std::invalid_argument). (b) 0 <= delta <= eta <= the largest total
//             variation: the caller, by check().
// Proof.      Ghazi and Issa 2024, Proposition 1 and Appendix H. For the region: the pair (P, (1-p) P + p Q) has the
//             ratio E' on the outcome of loss eps. So its trade-off function goes from (0, 1 - p delta) with slope
//             -E' to the type I error
//                 a = (eta-delta)/(e^eps-1) = (p eta - p delta)/(E' - 1),
//             where type I + type II is 1 - p delta - (E' - 1) a = 1 - p eta. The mirrored curve has the same
//             property, and the hull of both is the region of Corollary 1 for the amplified parameters.
// Source.     Ghazi and Issa 2024, Proposition 1.
TvSteps subsampled(const TvSteps& steps, const Rational& p) {
  if (!proved<"TV-SUBSAMPLING">(p.sign() >= 0 && p <= kOne)) {
    throw std::invalid_argument("the sampling rate must be in [0, 1], got " + p.text());
  }
  if (p == kOne) return steps;
  const auto scaled = [p](const Real& x) {
    return x.rational() ? Real(p * *x.rational())
                        : Real([p, x](Bits bits) { return Ball(p, bits) * x(bits); });
  };
  TvSteps out{Real(kZero), scaled(steps.delta), std::nullopt, steps.count};
  if (steps.eta) out.eta = scaled(*steps.eta);
  if (const auto E = steps.exact_ratio()) {
    const Rational ratio = kOne + p * (*E - kOne);
    out.epsilon = ratio == kOne ? Real(kZero) : Real(LogLinear{kZero, {{ratio, kOne}}});
  } else if (!p.is_zero()) {
    if (steps.epsilon.rational()) out.origin = {*steps.epsilon.rational(), p};
    out.epsilon =
        Real([p, e = steps.epsilon](Bits bits) { return log1p(Ball(p, bits) * expm1(e(bits))); });
  }
  return out;
}

bool TvSteps::still() const {
  if (certainly_zero(epsilon)) return true;
  const auto alpha = exact_alpha();
  if (alpha) return *alpha == kOne;
  return eta && certainly_zero(*eta - delta);
}

TvMasses tv_masses(const TvSteps& steps, Bits p) {
  const Ball one = Ball::integer(1, p);
  if (certainly_zero(steps.epsilon)) return {Ball(p), one, Ball(p)};
  const Ball x = exp(-steps.epsilon(p));
  const auto exact = steps.exact_alpha();
  const Ball alpha = steps.alpha(p);
  // `ends` is 1 - alpha = (eta-delta)/(1-delta)/tanh(eps/2), computed without cancellation.
  Ball ends = one;
  if (steps.eta) {
    ends = exact ? Ball(kOne - *exact, p)
                 : (*steps.eta - steps.delta)(p) / (one - steps.delta(p)) * (one + x) /
                       -expm1(-steps.epsilon(p));
  }
  const Ball u = ends / (one + x);
  return {u, alpha, u * x};
}

}  // namespace plumbline
