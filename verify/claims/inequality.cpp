#include "verify/claims/inequality.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/quantities/closed/exact_delta.hpp"

namespace plumbline {
namespace {

constexpr int kDigits[] = {kRoughDigits, 8, 20, 40, 80, 160};

/// Returns 1 if left > limit, -1 if left < limit, 0 if equal, nothing if undecided.
std::optional<int> sign_of(const Truth& left, const Rational& limit) {
  if (left.exact) return *left.exact == limit ? 0 : *left.exact < limit ? -1 : 1;
  if (left.value.is_infinite()) return 1;
  const Certified& value = *left.value;
  const Ball bound(limit, wider(value.value().precision(), Bits{256}) + 64);
  if (certainly_less(value.value(), bound) || (value.most() && *value.most() < limit)) return -1;
  if (certainly_less(bound, value.value()) || (value.least() && limit < *value.least())) return 1;
  if (value.value().is_exact() && bound.is_exact()) return 0;
  return std::nullopt;
}

Outcome compare(const Truth& left, const Inequality& inequality) {
  const std::optional<int> sign = sign_of(left, inequality.limit);
  if (!sign || (*sign == 0 && !inequality.equality_holds)) return Outcome::undecided;
  return (inequality.at_most ? *sign <= 0 : *sign >= 0) ? Outcome::holds : Outcome::fails;
}

/// Returns the forward delta at `epsilon`, if the reverse delta is certainly not larger. At epsilon = 0, both deltas
/// are equal. At other epsilons, the reverse delta is often so small that computing its digits would take longer than
/// all other work.
std::optional<Certified> forward_if_larger(PrivacyProfile& profile, const Rational& epsilon,
                                           const Effort& effort) {
  if (epsilon.sign() < 0) return std::nullopt;
  PrivacyProfile forward = profile.in(Direction::forward);
  const Certified value = delta(forward, epsilon, effort);
  if (epsilon.is_zero()) return value;
  const double size = value.value().log_approximate();
  const auto other =
      chernoff_delta(profile.composition(), Direction::reverse, epsilon, size, false);
  if (!other || !certainly_less(other->bound.ball(Bits{64}), value.value())) return std::nullopt;
  return value;
}

}  // namespace

Truth delta_at(PrivacyProfile& profile, const Real& epsilon, const Effort& effort) {
  const std::optional<Rational>& rational = epsilon.rational();
  if (!rational) return {delta(profile, epsilon, effort)};
  if (const auto known = exact_delta(profile, *rational, effort.digits)) {
    return {known->value, known->exact};
  }
  if (profile.direction() == Direction::worst) {
    if (const auto forward = forward_if_larger(profile, *rational, effort)) return {*forward};
  }
  return {delta(profile, epsilon, effort)};
}

Inequality delta_inequality(const Real& epsilon, const Rational& limit, bool at_most,
                            const std::string& text) {
  const double log_limit =
      limit.sign() > 0 ? Ball(limit, Bits{64}).log_approximate() : Effort{}.log_enough;
  Inequality out{[epsilon, log_limit](PrivacyProfile& profile, const Effort& effort) {
                   Effort rough = effort;
                   // For the decision, a value that is certainly below the limit needs no digits. More digits are
                   // requested only for display.
                   if (effort.digits <= kRoughDigits) rough.log_enough = log_limit - 1e-6;
                   return delta_at(profile, epsilon, rough);
                 },
                 limit, at_most, text};
  const std::optional<Rational>& rational = epsilon.rational();
  if (!rational) return out;
  out.ceiling = [at = *rational](PrivacyProfile& profile, double log_wanted, bool moved) {
    return chernoff_delta(profile.composition(), profile.direction(), at, log_wanted, moved);
  };
  return out;
}

Decision decide_by_ceiling(const Inequality& inequality, PrivacyProfile& profile, bool moved) {
  Decision out;
  if (!inequality.ceiling) return out;
  out.left = {any_probability(kTrivial)};
  out.outcome = compare(out.left, inequality);
  const Rational& limit = inequality.limit;
  if (inequality.at_most ? limit >= Rational(1) : limit.sign() <= 0) out.outcome = Outcome::holds;
  if (out.outcome != Outcome::undecided || limit.sign() <= 0) return out;
  const double log_limit = Ball(inequality.limit, Bits{64}).log_approximate();
  const auto ceiling = inequality.ceiling(profile, log_limit, moved);
  if (!ceiling) return out;
  out.left = {certified_range(*ceiling)};
  out.outcome = compare(out.left, inequality);
  return out;
}

namespace {

/// Returns Effort::log_enough for an inequality about delta: the logarithm of a bound that is far below the limit. If
/// delta is below this bound, only its size is computed, not its digits. For other quantities, returns the default of
/// Effort.
double enough_beside(const Inequality& inequality) {
  // kTiny: log of 6e-29; kBelow: log of the factor between the limit and delta.
  constexpr double kTiny = -65, kBelow = 5;
  if (!inequality.ceiling || inequality.limit.sign() <= 0) return Effort{}.log_enough;
  return std::min(kTiny, Ball(inequality.limit, Bits{64}).log_approximate() - kBelow);
}

bool is_negligible(const Inequality& inequality, const Ball& left) {
  return left.is_finite() && UpperBound::of(left).log_approximate() < enough_beside(inequality);
}

}  // namespace

Decision decide_at(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                   int digits) {
  Decision out;
  const Effort effort{digits, poll, enough_beside(inequality)};
  out.digits = digits;
  out.left = inequality.left(profile, effort);
  out.outcome = compare(out.left, inequality);
  return out;
}

Decision decide(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                int digits_of_failure) {
  Decision out;
  for (const int digits : kDigits) {
    out = decide_at(inequality, profile, poll, digits);
    const bool to_be_shown = out.outcome == Outcome::fails && digits < digits_of_failure &&
                             !out.left.value.is_infinite() &&
                             !is_negligible(inequality, out.left.value->value());
    if (out.outcome != Outcome::undecided && !to_be_shown) return out;
    if (Effort{digits, poll}.expired()) break;
    // If the first few digits were not reached, the loop continues: a request for more digits may choose another
    // path.
    if (!out.left.value->reached() && digits > kRoughDigits) break;
  }
  if (out.outcome != Outcome::undecided) return out;
  const double reached = std::max(0.0, out.left.value->value().relative_digits());
  out.reason = fmt::format("too close to tell with the {:.0f} digits reached", reached);
  return out;
}

}  // namespace plumbline
