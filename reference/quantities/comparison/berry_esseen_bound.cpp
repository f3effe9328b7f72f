#include "reference/quantities/comparison/berry_esseen_bound.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/exchange.hpp"
#include "reference/quantities/calibration/calibration_exact.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the smallest integer >= x (at least 1); nothing if the ball does not determine it.
std::optional<Rational> ceiling(const Ball& x) {
  if (certainly_at_most(x, Ball::integer(1, x.precision()))) return kOne;
  const auto below = certain_floor(x);
  if (!below) return std::nullopt;
  return x.is_exact() && x.contains(*below) ? *below : *below + kOne;
}

StepFunctionals of(const Composition& M, bool reverse, const Effort& effort) {
  if (M.factors().size() != 1) {
    throw std::invalid_argument("theorem 3 is about N steps of one mechanism, got " +
                                M.expression());
  }
  const auto f = step_functionals(*M.factors()[0].mechanism, reverse, effort);
  if (!f) {
    throw std::invalid_argument("the loss of " + M.expression() +
                                " is infinite with positive probability, so its moments are");
  }
  if (f->variance.is_finite() && !certainly_positive(f->variance)) {
    throw std::invalid_argument("the loss of " + M.expression() + " has no variance");
  }
  return *f;
}

}  // namespace

// A trade-off function f is its own inverse if a permutation of the outputs exchanges P and Q. For noise that is
// symmetric about 0, against the same noise shifted by s, the permutation is x -> s - x. For randomized response, it
// exchanges the answers of the two records. For the pairs of approximate_dp and total_variation_dp, f is symmetric by
// definition (Ghazi and Issa 2024, equations 43 and 44). Subsampling at rate 1 does not change P and Q. The entry of
// each of these mechanisms states this property; if all masses are rational, the masses are compared.
bool known_symmetric(const Mechanism& pair) {
  if (exchanges_outputs(pair)) return true;
  const auto exact = ExactPair::of(Composition({{pair, kOne}}));
  return exact && exact->symmetric();
}

BerryEsseenBound berry_esseen_bound(const Composition& M, const Composition& M_tilde,
                                    Direction direction, const Effort& effort) {
  if (direction == Direction::worst) {
    throw std::invalid_argument(
        "theorem 3 is about one trade-off function; use --direction forward or reverse");
  }
  const bool reverse = direction == Direction::reverse;
  Effort sharper = effort;
  sharper.digits += 2;
  const StepFunctionals a = of(M, reverse, sharper), b = of(M_tilde, reverse, sharper);
  const Bits p = bits_for_digits(effort.digits) + 96;
  const Ball N(M.steps(), p), N_tilde(M_tilde.steps(), p);
  const auto term = [&](const StepFunctionals& f, const Ball& n) {
    return Ball(Rational(56, 100), p) * f.v3 / (sqrt(n * f.variance) * f.variance);
  };
  const Ball needed = square(b.v1) / b.variance / (square(a.v1) / a.variance);
  const auto &pair = *M.factors()[0].mechanism, &pair_tilde = *M_tilde.factors()[0].mechanism;
  BerryEsseenBound out{.ratio = N / N_tilde,
                       .needed = needed,
                       .first = term(a, N),
                       .second = term(b, N_tilde),
                       .bound = Ball(p),
                       .condition = {},
                       .symmetric = known_symmetric(M.factors()[0].mechanism) &&
                                    known_symmetric(M_tilde.factors()[0].mechanism),
                       .N_condition = {},
                       .N = M.steps(),
                       .N_tilde = M_tilde.steps()};
  out.bound = out.first + out.second;
  if (pair.identity() == pair_tilde.identity()) {
    out.needed = Ball::integer(1, p);
    out.condition = M.steps() >= M_tilde.steps();
    out.N_condition = M_tilde.steps();
    return out;
  }
  const auto mu2 = gaussian_mu_squared(pair), mu2_tilde = gaussian_mu_squared(pair_tilde);
  if (mu2 && mu2_tilde) {  // eta = mu/2
    const Rational exact = *mu2_tilde / *mu2, least = exact * M_tilde.steps();
    out.needed = Ball(exact, p);
    out.condition = M.steps() >= least;
    out.N_condition = -floor(-least);
    return out;
  }
  if (certainly_at_most(needed, out.ratio)) out.condition = true;
  if (certainly_less(out.ratio, needed)) out.condition = false;
  out.N_condition = ceiling(needed * N_tilde);
  return out;
}

Certified BerryEsseenBound::certified_part(Ball BerryEsseenBound::*part, int digits) const {
  return certified({this->*part, {}}, "transform", digits);
}

Certified BerryEsseenBound::certified_bound(int digits) const {
  return certified_part(&BerryEsseenBound::bound, digits);
}

BerryEsseenBound::Verdict BerryEsseenBound::verdict_on(const Certified& divergence) const {
  if (certainly_at_most(divergence.value(), bound)) return Verdict::within;
  return certainly_less(bound, divergence.value()) ? Verdict::above : Verdict::open;
}

BerryEsseenTruth berry_esseen_truth(PrivacyProfile& M, PrivacyProfile& M_tilde,
                                    const Effort& effort) {
  constexpr int kEnough = 8;
  Effort rough = effort;
  rough.digits = std::min(effort.digits, kEnough);
  return {divergence(M, M_tilde, rough).value, rough.digits};
}

BerryEsseenBound::Steps BerryEsseenBound::steps_for(const Rational& target) const {
  const Steps out = steps_if_symmetric(target);
  return symmetric ? out : Steps{};
}

BerryEsseenBound::Steps BerryEsseenBound::steps_if_symmetric(const Rational& target) const {
  if (target.sign() <= 0) {
    throw std::invalid_argument("target must be greater than 0, got " + target.text());
  }
  const Bits p = bound.precision();
  const Ball goal(target, p), steps(N, p), steps_tilde(N_tilde, p);
  Steps out;
  const Rational unit = gcd(N, N_tilde);
  if (condition && *condition) {
    // Let N and N~ be k times the terms of the reduced fraction N/N~. The bound is proportional to 1/sqrt(k).
    if (const auto k = ceiling(square(bound / goal) * Ball(unit, p))) {  // now k is `unit`
      out.N_together = *k * N / unit;
      out.N_tilde_together = *k * N_tilde / unit;
    }
  }
  const Ball left = goal - second, left_tilde = goal - first;
  if (certainly_positive(left)) {
    const auto n = ceiling(square(first / left) * steps);
    if (n && N_condition) out.N_alone = *n < *N_condition ? *N_condition : *n;
  }
  if (certainly_positive(left_tilde)) {
    const auto n = ceiling(square(second / left_tilde) * steps_tilde);
    const auto most = certain_floor(steps / needed);
    if (n && most && *n <= *most) {
      out.N_tilde_alone = n;
      out.N_tilde_most = most;
    }
  }
  return out;
}

}  // namespace plumbline
