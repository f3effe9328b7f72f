#include "reference/quantities/membership.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/quantities/curve.hpp"

namespace plumbline {
namespace {

constexpr double kLn10 = 2.302585092994046;

void check_unit(const char* name, const Rational& x) {
  if (x.sign() < 0 || x > Rational(1)) {
    throw std::invalid_argument(std::string(name) + " must be in [0, 1], got " + x.text());
  }
}

Rational half() { return Rational(1, 2); }

/// The threshold where both errors of the test are equal, bracketed: a >= b at lo, a <= b at hi.
ThresholdBracket balance(Curve& curve, const Effort& effort, double log_width) {
  const auto height = [&](const Ball& t, int digits) {
    Effort with = effort;
    with.digits = digits;
    const Ball a = curve.tail(TestTail::null_above, t, with).value;
    const Ball b = curve.tail(TestTail::alt_below, t, with).value;
    ThresholdBracket::Height out;
    out.sign = certainly_at_most(b, a) ? 1 : certainly_at_most(a, b) ? -1 : 0;
    out.value = (a - b).approximate();
    const double small = std::min(a.approximate(), b.approximate());
    if (small > 0) out.value = std::log(a.approximate() / b.approximate());
    if (!std::isfinite(out.value)) out.value = out.sign;
    out.blind = out.sign == 0 && std::min(a.relative_digits(), b.relative_digits()) < 0.7;
    return out;
  };
  const Composition::Location where = curve.location();
  ThresholdBracket bracket(height, 0, std::max(0.05 * where.deviation, 1e-12),
                           bits_for_digits(2L * effort.digits) + 128, effort, &curve);
  bracket.narrow(log_width, static_cast<int>(-log_width / kLn10) + 3);
  return bracket;
}

/// R* of one direction from the errors around the balance.
// BOUND(FIXED-POINT)
// Statement.  The fixed point a* = f(a*) lies between the errors a(t) and b(t) of any one test.
//             With a(lo) >= b(lo), a(hi) <= b(hi) (errors of the tests at lo <= t <= hi), it
//             is (b(t) + x a(t)) / (1 + x) for some x in [e^lo, e^hi]; with one
//             loss l only in [lo, hi], for x = e^l.
// Proof.      f does not increase and f(a(t)) = b(t). If b <= a, then f(a) <= a and f(b) >= f(a)
//             = b, so that a* is in [b, a]; likewise if a <= b. a(hi) <= a* <= a(lo), as f
//             decreases through (a, b). BOUND(TEST-BRACKET) at alpha = a*
//             says a* = f(a*) = b(t) - x (a* - a(t)); solve for a*.
// Source.     Elementary; a* = R* is the minimax theorem (Kaissis et al. 2024, Lemma 4).
Certified balanced_error(PrivacyProfile& profile, bool reverse, const Effort& effort) {
  Curve curve(profile, reverse);
  Certified best{Ball::zero_to(UpperBound::of(Ball(half(), Bits{64})), Bits{64}),
                 profile.engine_name(),
                 {},
                 false};
  double log_width = -(effort.digits / 2.0 + 1) * kLn10;
  for (int round = 0; round < 3 && !best.reached && !effort.expired(); ++round) {
    ThresholdBracket bracket = balance(curve, effort, log_width);
    const bool flanked = !bracket.blind() && bracket.lo() && bracket.hi();
    const Ball t = bracket.best();
    Effort sharper = effort;
    sharper.digits += 2;
    const Enclosure a = curve.tail(TestTail::null_above, t, sharper);
    const Enclosure b = curve.tail(TestTail::alt_below, t, sharper);
    const auto keep = [&](const Ball& value) {
      const Certified found = certified({value, b.budget}, profile.engine_name(), effort.digits);
      if (value.is_finite() && value.radius() <= best.value.radius()) best = found;
    };
    keep(Ball::hull(a.value, b.value));  // all there is to know where a = b between two losses
    if (!flanked) break;
    const Bits p = wider(b.value.precision(), bits_for_digits(effort.digits) + 64);
    Ball lowest = exp(min(*bracket.lo(), t).at(p)), highest = exp(max(*bracket.hi(), t).at(p));
    if (const auto loss = curve.only_loss(*bracket.lo(), *bracket.hi(), p)) {
      lowest = highest = exp(*loss);
    }
    const Ball one = Ball::integer(1, p), x = Ball::hull(lowest, highest);
    // a* = b + (a - b) x/(1+x): the dependence on x only through the small difference.
    keep(b.value + (a.value - b.value) * x / (one + x));
    log_width -= (effort.digits / 2.0 + 1) * kLn10;
  }
  return within(best, Rational(0), half());
}

/// Some prior at which R is largest: x/(1+x) with x between e^lo and e^hi.
Ball balanced_prior(PrivacyProfile& profile, bool reverse, const Effort& effort) {
  Curve curve(profile, reverse);
  ThresholdBracket bracket = balance(curve, effort, -(effort.digits + 1) * kLn10);
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Ball one = Ball::integer(1, p);
  if (!bracket.lo() || !bracket.hi()) return Ball::zero_to(UpperBound::of(one), p);
  Ball t = Ball::hull(*bracket.lo(), *bracket.hi());
  if (const auto loss = curve.only_loss(*bracket.lo(), *bracket.hi(), p)) t = *loss;
  return one / (one + exp(-t.at(p)));
}

/// Whether the two outputs tell everything: f = 0 and R = 0.
bool separates(PrivacyProfile& profile, const Effort& effort) {
  Effort rough = effort;
  rough.digits = 2;
  return profile.one_minus_delta(Real(Rational(0)), rough).value.is_exactly_zero();
}

}  // namespace

Certified tradeoff_inverse(PrivacyProfile& profile, const Rational& beta, const Effort& effort) {
  check_unit("beta", beta);
  PrivacyProfile reversed = profile.reversed();
  return tradeoff(reversed, beta, effort);
}

Certified power(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  check_unit("alpha", alpha);
  return reconstruction(profile, alpha, effort);
}

Certified advantage(PrivacyProfile& profile, const Effort& effort) {
  return total_variation(profile, effort);
}

Certified posterior(PrivacyProfile& profile, const Rational& prior, const Effort& effort) {
  const Certified R = bayes_error(profile, prior, effort);
  const Bits p = wider(R.value.precision(), bits_for_digits(effort.digits) + 32);
  const Rational rest = Rational(1) - prior;
  return within(certified({Ball::integer(1, p) - R.value, R.budget}, R.engine, effort.digits),
                prior < rest ? rest : prior, Rational(1));
}

Certified posterior_belief(PrivacyProfile& profile, const Rational& prior, const Effort& effort) {
  check_unit("prior", prior);
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Ball one = Ball::integer(1, p);
  const auto done = [&](const Ball& value) {
    return within(certified({value, {}}, profile.engine_name(), effort.digits), Rational(0),
                  Rational(1));
  };
  if (prior == Rational(1)) return done(Ball(p));
  if (prior.is_zero()) return done(one);
  const auto mass = profile.exact_infinite_mass();
  const bool infinite = mass ? mass->sign() > 0 : certainly_positive(profile.infinite_mass(p));
  if (infinite) return done(one);
  std::optional<Real> largest = profile.largest_finite_loss();
  if (profile.direction() == Direction::worst) {
    // The larger end of the two directions: S <= u and -S <= -v.
    const auto u = profile.composition().largest_loss();
    const auto v = profile.composition().smallest_loss();
    if (!u || !v) return done(one);
    const Ball x = exp(max((*u)(p), -(*v)(p)));
    const Ball weighted = Ball(Rational(1) - prior, p) * x;
    return done(weighted / (Ball(prior, p) + weighted));
  }
  if (!largest) return done(one);
  const Ball weighted = Ball(Rational(1) - prior, p) * exp((*largest)(p));
  return done(weighted / (Ball(prior, p) + weighted));
}

// BOUND(CONCAVE-PRIOR)
// Statement.  R(m) <= R* <= 2 R(m) - min(R(l), R(r)) for priors l, m, r equally spaced with
//             R(l) <= R(m) >= R(r); R* = R(1/2) in the worst direction.
// Proof.      R is concave, so beyond l and r it is at most R there, and between m and r below the
//             line through l and m, which rises by R(m) - R(l) over that distance. A symmetric
//             concave function is largest in the middle.
// Source.     Elementary.
Minimax minimax(PrivacyProfile& profile, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 64;
  const std::string engine = profile.engine_name();
  if (profile.direction() == Direction::worst || separates(profile, effort)) {
    return {bayes_error(profile, half(), effort),
            certified({Ball(half(), p), {}}, engine, effort.digits)};
  }
  const Ball at = balanced_prior(profile, profile.direction() == Direction::reverse, effort);
  const Certified prior =
      within(certified({at, {}}, engine, effort.digits), Rational(0), Rational(1));
  Certified best{
      Ball::zero_to(UpperBound::of(Ball(half(), Bits{64})), Bits{64}), engine, {}, false};
  // A rational near the maximiser; the bounds hold wherever it is.
  const Rational m = at.is_finite()
                         ? Rational::parse(at.midpoint().decimal_bounds(effort.digits + 4).first)
                         : Rational(0);
  const bool inside = m.sign() > 0 && m < Rational(1);
  const int finest = effort.digits + 2;
  for (int digits = effort.digits / 2 + 1; inside && digits <= finest; digits += 2) {
    const Rational least = m < Rational(1) - m ? m : Rational(1) - m;
    const Rational h = least * Rational::parse("1e-" + std::to_string(digits));
    Effort sharper = effort;
    sharper.digits += 3;
    const Certified R = bayes_error(profile, m, sharper);
    const Ball l = bayes_error(profile, m - h, sharper).value;
    const Ball r = bayes_error(profile, m + h, sharper).value;
    const bool peak =
        certainly_at_most(l.lower(), R.value) && certainly_at_most(r.lower(), R.value);
    const Ball low = min(l, r).lower();
    const Ball top = (R.value * 2 - low).upper();
    if (certainly_at_most(l, R.value) && certainly_at_most(r, R.value) && peak) {
      const Ball value = Ball::hull(R.value.lower(), top);
      const Certified found = certified({value, R.budget}, R.engine, effort.digits);
      if (value.radius() <= best.value.radius()) best = found;
    }
    if (best.reached || effort.expired()) break;
  }
  if (!best.reached) {
    // A flat or pointed top: the errors themselves.
    const Certified other = fixed_point(profile, effort);
    if (other.value.radius() <= best.value.radius()) best = other;
  }
  return {within(best, Rational(0), half()), prior};
}

Certified fixed_point(PrivacyProfile& profile, const Effort& effort) {
  if (profile.direction() != Direction::worst && !separates(profile, effort)) {
    return balanced_error(profile, profile.direction() == Direction::reverse, effort);
  }
  // a = b on the symmetrised curve lies on its chord of slope -1 through (a(0), b(0)) and
  // (b(0), a(0)), BOUND(WORST-CURVE): a* = (a(0) + b(0)) / 2.
  Curve curve(profile, false);
  Effort sharper = effort;
  sharper.digits += 1;
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Enclosure a = curve.tail(TestTail::null_above, Ball(p), sharper);
  const Enclosure b = curve.tail(TestTail::alt_below, Ball(p), sharper);
  Certified out =
      certified({(a.value + b.value) / 2, b.budget}, profile.engine_name(), effort.digits);
  if (!out.reached) {
    const Certified R = bayes_error(profile, half(), effort);
    if (R.value.radius() <= out.value.radius()) out = R;
  }
  return within(out, Rational(0), half());
}

ReroBound rero_bound(const Rational& epsilon, const Rational& delta, const Rational& kappa,
                     Bits p) {
  check_unit("delta", delta);
  check_unit("kappa", kappa);
  if (epsilon.sign() < 0) {
    throw std::invalid_argument("epsilon must be at least 0, got " + epsilon.text());
  }
  const Ball one = Ball::integer(1, p), x = exp(Ball(epsilon, p));
  const Ball line = min(one, x * Ball(kappa, p) + Ball(delta, p));
  const Rational rest = Rational(1) - delta - kappa;
  if (rest.sign() <= 0) return {line, one};
  return {line, min(line, one - Ball(rest, p) / x)};
}

}  // namespace plumbline
