#include "reference/quantities/tradeoff/membership.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/tradeoff/curve_heights.hpp"
#include "reference/quantities/tradeoff/curve_point.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

void check_unit(const char* name, const Rational& x) {
  if (x.sign() < 0 || x > Rational(1)) {
    throw std::invalid_argument(std::string(name) + " must be in [0, 1], got " + x.text());
  }
}

Rational half() { return Rational(1, 2); }

/// Returns [0, 1/2], which always contains the minimax Bayes error R*.
Certified anywhere(const PrivacyProfile& profile) {
  const Bits p{64};
  return Mint::value(Ball::zero_to(UpperBound::of(Ball(half(), p)), p), profile.engine_name(), {},
                     false);
}

/// Returns R* of one direction from the errors of tests near the balanced test, whose two errors are equal.
Certified balanced_error(PrivacyProfile& profile, bool reverse, const Effort& effort) {
  Curve curve(profile, reverse);
  Certified best = anywhere(profile);
  TestSearch search = TestSearch::for_balance(curve, effort.digits, effort);
  double log_width = -(effort.digits / 2.0 + 1) * kLn10;
  for (int round = 0; round < 3 && !best.reached() && !effort.expired(); ++round) {
    search.narrow(log_width, static_cast<int>(-log_width / kLn10) + 3);
    const Enclosure found = balanced_error(search.around(search.best()), effort.digits, effort);
    best = certified({common(best.value(), found.value, "the fixed point"), found.budget},
                     profile.engine_name(), effort.digits);
    if (search.blind() || !search.flanked()) break;
    log_width -= (effort.digits / 2.0 + 1) * kLn10;
  }
  return within(best, Rational(0), half());
}

// BOUND(BALANCED-PRIOR)
// Statement.  Let a, b be the errors of the tests at lo <= hi, with a(lo) >= b(lo) and a(hi) <= b(hi). Then R is
//             largest at pi = x/(1+x) for some x in [e^lo, e^hi]; and if no loss but l lies in [lo, hi], for x = e^l.
// Needs.      The inequalities and the losses in [lo, hi]: TestBracket.
// Proof.      R(pi) = min over tests of pi a + (1-pi) b is concave. The test at t attains it at pi(t) = e^t /
//             (1 + e^t), so that a(t) - b(t) is a supergradient of R there. At pi(lo) a supergradient is >= 0, so
//             that R is not larger left of pi(lo). At pi(hi) a supergradient is <= 0, so that R is not larger right
//             of pi(hi). R is continuous, so that it attains its maximum between them. If l is the only loss in [lo,
//             hi], the tests are the same at all t in [lo, l) and at all t in (l, hi]. So R is linear on either side
//             of pi(l), nondecreasing before it and nonincreasing after it. If no loss lies in [lo, hi], and l is
//             before lo, R is linear from pi(l) to pi(hi) with a slope that is both >= 0 and <= 0, hence constant.
// Source.     Elementary.
Ball balanced_prior(PrivacyProfile& profile, bool reverse, const Effort& effort) {
  Curve curve(profile, reverse);
  const double log_width = -(effort.digits + 1) * kLn10;
  TestSearch search = TestSearch::for_balance(curve, effort.digits, effort);
  search.narrow(log_width, effort.digits + 4);
  return balanced_prior(search.around(search.best()), bits_for_digits(effort.digits) + 64);
}

/// Returns true if the outputs distinguish the two hypotheses without error: f = 0 and R = 0.
bool separates(PrivacyProfile& profile, const Effort& effort) {
  Effort rough = effort;
  rough.digits = 2;
  return profile.one_minus_delta(Real(Rational(0)), rough).value.is_exactly_zero();
}

}  // namespace

// BOUND(FIXED-POINT)
// Statement.  The fixed point a* = f(a*) lies between the errors a(t) and b(t) of any one test. If lo <= t <= hi,
//             a(lo) >= b(lo) and a(hi) <= b(hi), it is (b(t) + x a(t)) / (1 + x) for some x in [e^lo, e^hi]; and if
//             no loss but l lies in [lo, hi], for x = e^l.
// Needs.      lo <= t <= hi, the inequalities and the losses in [lo, hi]: TestBracket.
// Proof.      f does not increase and f(a(t)) = b(t) (Neyman and Pearson). If b <= a, then f(a) = b <= a and f(b) >=
//             f(a) = b. So a* is in [b, a], because f is continuous where a > 0. The case a <= b is similar. Hence
//             a(lo) >= a* >= a(hi), and BOUND(TEST-BRACKET) at alpha = a* gives a* = f(a*) = b(t) - x (a* - a(t)).
//             The solution for a* is the stated value.
// Source.     Elementary; a* = R* is the minimax theorem (Kaissis et al. 2024, Lemma 4).
Enclosure balanced_error(const TestBracket& bracket, int digits, const Effort& effort) {
  if (bracket.level()) throw std::logic_error("a bracket of a level is not one of the fixed point");
  Effort sharper = effort;
  sharper.digits = digits + 2;
  const Enclosure null_tail = bracket.curve().tail(TestTail::null_above, bracket.test(), sharper);
  const Enclosure alt_tail = bracket.curve().tail(TestTail::alt_below, bracket.test(), sharper);
  const Ball &a = null_tail.value, &b = alt_tail.value;
  const Bits p = wider(b.precision(), bits_for_digits(digits) + 64);
  // The fixed point lies between a and b. This bound is useful even if `x` below is not finite.
  const Ball between = bound<"FIXED-POINT">(Ball::hull(a, b));
  const Ball x = bound<"FIXED-POINT">(bracket.slopes(p));
  // a* = (b + x a)/(1 + x) = b + (a - b) x/(1+x). In the second form x is multiplied by the small difference a - b, so
  // a wide x suffices.
  const Ball solved = b + (a - b) * x / (Ball::integer(1, p) + x);
  return {common(between, solved, "the fixed point"), alt_tail.budget};
}

Ball balanced_prior(const TestBracket& bracket, Bits p) {
  if (bracket.level()) throw std::logic_error("a bracket of a level is not one of the fixed point");
  const Ball one = Ball::integer(1, p), t = bracket.thresholds(p);
  if (!t.is_finite()) return Ball::zero_to(UpperBound::of(one), p);
  return bound<"BALANCED-PRIOR">(one / (one + exp(-t.at(p))));
}

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
  const Bits p = wider(R.value().precision(), bits_for_digits(effort.digits) + 32);
  const Rational rest = Rational(1) - prior;
  return within(certified({Ball::integer(1, p) - R.value(), R.budget()}, R.engine(), effort.digits),
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
  // If the mass of infinite loss is not known exactly, it is positive.
  const auto mass = profile.exact_infinite_mass();
  if (!mass || mass->sign() > 0) return done(one);
  // The result if the largest loss is not known: 1 if the loss is known to be unbounded, otherwise the interval from
  // the prior of H1 to 1.
  const auto open_ended = [&] {
    if (profile.no_largest_finite_loss()) return done(one);
    return done(Ball::hull(Ball(Rational(1) - prior, p), one));
  };
  std::optional<Real> largest = profile.largest_finite_loss();
  if (profile.direction() == Direction::worst) {
    // Uses the larger of u and -v, the largest losses of the two directions: S <= u and -S <= -v.
    const auto u = profile.composition().largest_loss();
    const auto v = profile.composition().smallest_loss();
    if (!u || !v) return open_ended();
    const Ball x = exp(max((*u)(p), -(*v)(p)));
    const Ball weighted = Ball(Rational(1) - prior, p) * x;
    return done(weighted / (Ball(prior, p) + weighted));
  }
  if (!largest) return open_ended();
  const Ball weighted = Ball(Rational(1) - prior, p) * exp((*largest)(p));
  return done(weighted / (Ball(prior, p) + weighted));
}

// BOUND(CONCAVE-PRIOR)
// Statement.  Let 0 < h < min(m, 1-m), and let R(m) be at least R(m-h) and R(m+h). Then R(m) <= R* <= 2 R(m) -
//             min(R(m-h), R(m+h)). In the worst direction R* = R(1/2).
// Needs.      0 < h < min(m, 1-m): the caller, by its choice of h. R(m) >= R(m-h), R(m+h): checked here, in balls.
// Proof.      R is concave. So it is at most R(m-h) left of m-h and at most R(m+h) right of m+h. Between m and m+h it
//             lies below the line through its values at m-h and m, which increases by R(m) - R(m-h) over a distance
//             of h; between m-h and m the argument is symmetric. A symmetric concave function has its maximum in the
//             middle, so R* = R(1/2) in the worst direction.
// Source.     Elementary.
std::optional<Enclosure> minimax_around(PrivacyProfile& profile, const Rational& m,
                                        const Rational& h, const Effort& effort) {
  if (!(h.sign() > 0) || !(h < m) || !(h < Rational(1) - m)) {
    throw std::logic_error("minimax_around needs 0 < h < min(m, 1 - m)");
  }
  const Certified middle = bayes_error(profile, m, effort);
  const Ball left = bayes_error(profile, m - h, effort).value();
  const Ball right = bayes_error(profile, m + h, effort).value();
  if (!certainly_at_most(max(left, right), middle.value())) return std::nullopt;
  const Ball top = middle.value() * 2 - min(left, right);
  const Ball value = enclosed_between(middle.value(), top, "the minimax Bayes error");
  return Enclosure{bound<"CONCAVE-PRIOR">(value), middle.budget()};
}

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
  Certified best = anywhere(profile);
  // A rational near the maximiser; the bounds are valid for any rational.
  const Rational m = at.is_finite() ? decimal_near(at, effort.digits + 4) : Rational(0);
  const bool inside = m.sign() > 0 && m < Rational(1);
  const int finest = effort.digits + 2;
  const auto keep = [&](const Enclosure& found) {
    best = certified({common(best.value(), found.value, "the minimax Bayes error"), found.budget},
                     engine, effort.digits);
  };
  for (int digits = effort.digits / 2 + 1; inside && digits <= finest; digits += 2) {
    const Rational least = m < Rational(1) - m ? m : Rational(1) - m;
    const Rational h = least * power_of_ten(-digits);
    Effort sharper = effort;
    sharper.digits += 3;
    if (const auto found = minimax_around(profile, m, h, sharper)) keep(*found);
    if (best.reached() || effort.expired()) break;
  }
  if (!best.reached()) {
    // If R is flat or has a kink at its maximum, uses the errors of tests instead of R.
    const Certified other = fixed_point(profile, effort);
    keep({other.value(), other.budget()});
  }
  return {within(best, Rational(0), half()), prior};
}

Certified fixed_point(PrivacyProfile& profile, const Effort& effort) {
  if (profile.direction() != Direction::worst && !separates(profile, effort)) {
    return balanced_error(profile, profile.direction() == Direction::reverse, effort);
  }
  // On the symmetrised curve, the point with a = b lies on the chord of slope -1 through (a(0), b(0)) and (b(0), a(0)),
  // BOUND(WORST-CURVE): a* = (a(0) + b(0)) / 2.
  Curve curve(profile, false);
  Effort sharper = effort;
  sharper.digits += 1;
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Enclosure a = curve.tail(TestTail::null_above, Ball(p), sharper);
  const Enclosure b = curve.tail(TestTail::alt_below, Ball(p), sharper);
  Certified out =
      certified({(a.value + b.value) / 2, b.budget}, profile.engine_name(), effort.digits);
  if (!out.reached()) {
    const Certified R = bayes_error(profile, half(), effort);
    out = certified({common(out.value(), R.value(), "the fixed point"), R.budget()},
                    profile.engine_name(), effort.digits);
  }
  return within(out, Rational(0), half());
}

ReroBound rero_bound(const Real& epsilon, const Rational& delta, const Rational& kappa, Bits p) {
  check_unit("delta", delta);
  check_unit("kappa", kappa);
  if (known_sign(epsilon).value_or(0) < 0) {
    throw std::invalid_argument("epsilon must be at least 0, got " + epsilon.text());
  }
  const Ball one = Ball::integer(1, p), x = exp(epsilon(p));
  const Ball line = min(one, x * Ball(kappa, p) + Ball(delta, p));
  const Rational rest = Rational(1) - delta - kappa;
  if (rest.sign() <= 0) return {line, one};
  return {line, min(line, one - Ball(rest, p) / x)};
}

CertifiedReroBound certified_rero_bound(const Real& epsilon, const Rational& delta,
                                        const Rational& kappa, int digits) {
  const auto certify = [&](Ball ReroBound::*line) {
    const auto at = [&](Bits p) { return rero_bound(epsilon, delta, kappa, p).*line; };
    return within(certified_at(at, "closed_form", digits), Rational(0), Rational(1));
  };
  return {certify(&ReroBound::one_line), certify(&ReroBound::two_lines)};
}

}  // namespace plumbline
