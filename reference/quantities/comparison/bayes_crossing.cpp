#include "reference/quantities/comparison/bayes_crossing.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

// BOUND(CROSSING)
// Statement.  Let R be the Bayes error of `profile` as a function of the prior. The two Bayes errors are equal at
//             some point of [from, to]. Their common value there differs from R(from) by at most to - from.
// Needs.      The differences at `from` and `to` have opposite signs: checked here before the first halving. Each
//             halving preserves this; a midpoint with an undecided sign ends the search.
// Proof.      The difference of the Bayes errors is continuous and has opposite signs at both ends. R(pi) is the
//             minimum over a of the lines pi a + (1 - pi) f(a), whose slopes a - f(a) are in [-1, 1].
// Source.     Elementary.
BayesCrossing bayes_crossing(PrivacyProfile& profile, PrivacyProfile& other, const Rational& from,
                             const Rational& to, const Rational& width, const Effort& effort) {
  const auto gap = [&](const Rational& prior) {
    return bayes_error(profile, prior, effort).value() - bayes_error(other, prior, effort).value();
  };
  const Ball first = gap(from), last = gap(to);
  const bool rises = certainly_negative(first) && certainly_positive(last);
  const bool falls = certainly_positive(first) && certainly_negative(last);
  if (!(from < to) || (!rises && !falls)) {
    throw std::invalid_argument("no certified crossing of the Bayes errors between the priors " +
                                from.text() + " and " + to.text() +
                                "; give two at which the errors differ in opposite directions");
  }
  Rational lo = from, hi = to;
  const Rational half(1, 2);
  while (width < hi - lo) {
    const Rational middle = (lo + hi) * half;
    const Ball here = gap(middle);
    if (here.contains_zero()) break;
    (certainly_positive(here) == rises ? hi : lo) = middle;
  }
  const Certified R = bayes_error(profile, lo, effort);
  const Ball reach = bound_number<"CROSSING">(Ball(hi - lo, R.value().precision()));
  return {lo, hi, replaced(R, Ball::hull(R.value() - reach, R.value() + reach))};
}

}  // namespace plumbline
