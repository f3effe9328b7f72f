#include "reference/regions/noisy_sgd.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_intersection.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

Ball asymptotic_mu(const NoisySgd& sgd, Bits p) {
  const Ball mu(kOne / sgd.sigma, p);
  const Ball half(Rational(1, 2), p);
  const Ball inner = exp(square(mu)) * normal_cdf(mu * 3 * half) + normal_cdf(-(mu * half)) * 3 - 2;
  return sqrt(inner * 2 * sgd.steps) * Ball(sgd.rate, p);
}

Composition mechanism(const NoisySgd& sgd) {
  return Composition::of("subsampled_gaussian", {{"sigma", sgd.sigma}, {"p", sgd.rate}},
                         Rational(sgd.steps));
}

}  // namespace

NoisySgd NoisySgd::figure_five() {
  NoisySgd out{Rational(13, 10), Rational(256, 60000), 3516, {}};
  for (long i = 5; i <= 34; ++i) out.epsilons.emplace_back(i, 10UL);
  return out;
}

ComposedTv sgd_region(const NoisySgd& sgd, const Rational& epsilon) {
  if (sgd.sigma.sign() <= 0) {
    throw std::invalid_argument("sigma must be greater than 0, got " + sgd.sigma.text());
  }
  if (epsilon.sign() <= 0) {
    throw std::invalid_argument("epsilon must be greater than 0, got " + epsilon.text());
  }
  const Rational mu = kOne / sgd.sigma;
  // Equations 17 and 18 in their intended form (E51 and E52 of docs/papers/notes.md).
  const auto delta_at = [mu](const Rational& t) {
    return Real([mu, t](Bits p) {
      const Ball m(mu, p + 32), x(t, p + 32);
      return (normal_cdf(m / 2 - x / m) - exp(x) * normal_cdf(-(m / 2) - x / m)).at(p);
    });
  };
  return ComposedTv(
      {subsampled({Real(epsilon), delta_at(epsilon), delta_at(kZero), sgd.steps}, sgd.rate)});
}

Real sgd_asymptotic_mu(const NoisySgd& sgd) {
  return Real([sgd](Bits p) { return asymptotic_mu(sgd, p); });
}

SgdCurves sgd_curves(const NoisySgd& sgd, const std::vector<Rational>& alphas,
                     const Effort& effort) {
  if (sgd.epsilons.empty()) throw std::invalid_argument("no epsilons given");
  SgdCurves out;
  const auto join = [&](std::vector<Certified>& into, const std::vector<Certified>& more) {
    if (into.empty()) {
      into = more;
      return;
    }
    for (size_t i = 0; i < into.size(); ++i) {
      into[i] = within(
          certified({max(into[i].value(), more[i].value()), {}}, "theorem2", effort.digits, true),
          kZero, kOne);
    }
  };
  for (const Rational& epsilon : sgd.epsilons) {
    const ComposedTv region = sgd_region(sgd, epsilon);
    join(out.theorem2, region_answers(region, {}, alphas, effort).tradeoff);
    join(out.kairouz, region_answers(region.without_eta(), {}, alphas, effort).tradeoff);
  }
  PrivacyProfile profile(mechanism(sgd), Direction::worst);
  for (const Rational& alpha : alphas) {
    out.truth.push_back(tradeoff(profile, alpha, effort));
    const Ball &truth = out.truth.back().value(),
               &least = out.theorem2[out.truth.size() - 1].value();
    if (certainly_less(truth, least)) {
      throw Contradiction("f(" + alpha.text() + ") of " + profile.composition().expression() +
                          " is at most " + truth.decimal_bounds(25).second + ", and at least " +
                          least.decimal_bounds(25).first + " by Theorem 2");
    }
    const Bits p = bits_for_digits(effort.digits) + 32;
    Ball limit = Ball::integer(alpha.is_zero() ? 1 : 0, p);
    if (alpha.sign() > 0 && alpha < kOne) {
      limit = normal_cdf(-normal_quantile(Ball(alpha, p)) - asymptotic_mu(sgd, p));
    }
    out.asymptotic.push_back(
        within(certified({limit, {}}, "closed_form", effort.digits), kZero, kOne));
  }
  return out;
}

SgdEpsilon sgd_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort) {
  if (sgd.epsilons.empty()) throw std::invalid_argument("no epsilons given");
  std::vector<ComposedTv> with_eta, without_eta;
  for (const Rational& epsilon : sgd.epsilons) {
    with_eta.push_back(sgd_region(sgd, epsilon));
    without_eta.push_back(with_eta.back().without_eta());
  }
  const auto best = [&](const std::vector<ComposedTv>& regions) {
    SgdEpsilon::Answer out{no_region_epsilon(D), intersection_epsilon(regions, D, effort), kZero};
    // The smallest epsilon of a single region. If the epsilon of a region is undecided, the smallest one is only known
    // to be at least 0.
    std::optional<Ball> least;
    bool undecided = false;
    for (size_t i = 0; i < regions.size(); ++i) {
      const Extended one = region_epsilon(regions[i], D, effort);
      if (one.is_infinite()) continue;
      if (!one->value().is_finite()) {
        undecided = true;
        continue;
      }
      if (!least || midpoint_less(one->value(), *least)) out.from = sgd.epsilons[i];
      least = least ? min(*least, one->value()) : one->value();
    }
    if (!least && !undecided) return out;
    Ball value = least.value_or(Ball::indeterminate(Bits{64}));
    if (least && undecided) value = Ball::hull(Ball(least->precision()), *least);
    if (out.of_all && certainly_less(value, out.of_all->value())) {
      throw Contradiction("epsilon of an intersection of regions, at least " +
                          out.of_all->value().decimal_bounds(25).first +
                          ", exceeds that of one of them, at most " +
                          value.decimal_bounds(25).second);
    }
    out.of_one = limited(certified({value, {}}, "theorem2", effort.digits, true), kZero);
    return out;
  };
  return {best(with_eta), best(without_eta)};
}

Certified sgd_true_epsilon(const NoisySgd& sgd, const Rational& D, const Effort& effort) {
  PrivacyProfile profile(mechanism(sgd), Direction::worst);
  return nonnegative_part(epsilon(profile, D, effort).value());
}

}  // namespace plumbline
