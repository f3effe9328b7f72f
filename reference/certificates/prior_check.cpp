#include "reference/certificates/prior_check.hpp"

#include "reference/certificates/request.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/hyperprior.hpp"

namespace plumbline {
namespace {

constexpr int kShownDigits = 12;

/// Returns the difference R - R~ of the Bayes errors of the two mechanisms at the prior, times the density of the
/// hyper-prior if there is one. The result is 0 at the priors 0 and 1, even if the density is unbounded there.
Ball difference_at(const CheckTask& task, const Rational& prior, int digits) {
  Effort effort;
  effort.poll = task.options.poll;
  effort.digits = digits;
  const Query& request = task.request;
  PrivacyProfile M(Composition::parse(request.mechanism), request.direction, "auto");
  PrivacyProfile other(Composition::parse(request.other), request.direction, "auto");
  if (prior.is_zero() || prior == Rational(1)) return Ball(Bits{64});
  const Ball gap =
      bayes_error(M, prior, effort).value() - bayes_error(other, prior, effort).value();
  const std::string hyperprior = request.option("hyperprior");
  if (hyperprior.empty()) return gap;
  return gap * Hyperprior::parse(hyperprior)->at(prior, gap.precision()).value;
}

}  // namespace

CheckedFinding check_prior(const CheckTask& task) {
  CheckedFinding out{"at.prior", task.certificate.at};
  const Rational prior = Rational::parse(out.text);
  const Interval& stated = task.interval;
  if (prior.sign() < 0 || prior > Rational(1)) {
    out.standing = Standing::refuted;
    out.found = "a prior lies between 0 and 1";
    return out;
  }
  if (!stated.is_finite()) {
    // An end is infinite, so the certificate states nothing about the difference.
    out.standing = Standing::proved;
    return out;
  }
  const Rational share = power_of_ten(task.request.options.empty() ? -9 : -6);
  const Rational least = *stated.lower - stated.width() * Rational(1000) -
                         (stated.lower->sign() > 0 ? *stated.lower * share : Rational(0)) -
                         power_of_ten(-30);
  for (int digits = 25; digits <= 100 && !out.settled(); digits *= 2) {
    const Ball gap = difference_at(task, prior, digits);
    const auto [low, high] = gap.decimal_bounds(kShownDigits);
    const Interval found = Interval::around(gap, kShownDigits);
    if (found.lower && *found.lower >= least) {
      out.standing = Standing::proved;
      out.found = low;
    } else if (found.upper && *found.upper < least) {
      out.standing = Standing::refuted;
      out.found = "the difference is at most " + high + " there, not the largest one";
    }
  }
  return out;
}

}  // namespace plumbline
