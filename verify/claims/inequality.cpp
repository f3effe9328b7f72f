#include "verify/claims/inequality.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {
namespace {

constexpr int kDigits[] = {8, 20, 40, 80, 160};

/// +1: left > limit, -1: left < limit, 0: equal, nothing: not decided.
std::optional<int> sign_of(const Truth& left, const Rational& limit) {
  if (left.exact) return *left.exact == limit ? 0 : *left.exact < limit ? -1 : 1;
  const Certified& value = left.value;
  const Ball bound(limit, wider(value.value.precision(), Bits{256}) + 64);
  if (certainly_less(value.value, bound) || (value.most && *value.most < limit)) return -1;
  if (certainly_less(bound, value.value) || (value.least && limit < *value.least)) return 1;
  if (value.value.is_exact() && bound.is_exact()) return 0;
  return std::nullopt;
}

Outcome compare(const Truth& left, const Inequality& inequality) {
  const std::optional<int> sign = sign_of(left, inequality.limit);
  if (!sign || (*sign == 0 && !inequality.equality_holds)) return Outcome::undecided;
  return (inequality.at_most ? *sign <= 0 : *sign >= 0) ? Outcome::holds : Outcome::fails;
}

/// The larger infinite mass where both directions are at or beyond their largest finite loss.
std::optional<Rational> exact_delta(PrivacyProfile& profile, const Rational& epsilon) {
  if (profile.direction() == Direction::worst) {
    PrivacyProfile forward = profile.in(Direction::forward);
    PrivacyProfile reverse = profile.in(Direction::reverse);
    const auto a = exact_delta(forward, epsilon), b = exact_delta(reverse, epsilon);
    if (!a || !b) return std::nullopt;
    return *a < *b ? b : a;
  }
  const auto largest = profile.largest_finite_loss();
  if (!largest || !largest->rational() || epsilon < *largest->rational()) return std::nullopt;
  return profile.exact_infinite_mass();
}

}  // namespace

Truth delta_at(PrivacyProfile& profile, const Rational& epsilon, const Effort& effort) {
  if (const auto exact = exact_delta(profile, epsilon)) {
    const Ball value(*exact, bits_for_digits(effort.digits) + 64);
    return {certified({value, {}}, "exact", effort.digits), exact};
  }
  return {delta(profile, epsilon, effort)};
}

Decision decide(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll) {
  Decision out;
  for (const int digits : kDigits) {
    Effort effort;
    effort.digits = digits;
    effort.poll = poll;
    out.left = inequality.left(profile, effort);
    out.outcome = compare(out.left, inequality);
    if (out.outcome != Outcome::undecided) return out;
    if (!out.left.value.reached || effort.expired()) break;
  }
  const double reached = std::max(0.0, out.left.value.value.relative_digits());
  out.reason = fmt::format("too close to tell with the {:.0f} digits reached", reached);
  return out;
}

}  // namespace plumbline
