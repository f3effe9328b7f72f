#include "reference/channels/channel_numbers.hpp"

#include "reference/arithmetic/constants.hpp"

namespace plumbline {
namespace {

constexpr long kMostBits = 1L << 14;

}  // namespace

bool is_zero(const Real& x) { return x.rational() && x.rational()->is_zero(); }

std::optional<bool> at_most(const Real& x, const Real& y) {
  if (x.rational() && y.rational()) return *x.rational() <= *y.rational();
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    if (certainly_at_most(x(p), y(p))) return true;
    if (certainly_less(y(p), x(p))) return false;
  }
  return std::nullopt;
}

Real combination(const std::vector<std::pair<Real, Real>>& terms) {
  bool exact = true;
  Rational sum(0);
  for (const auto& [weight, x] : terms) {
    if (is_zero(weight) || is_zero(x)) continue;
    exact = exact && weight.rational() && x.rational();
    if (exact) sum = sum + *weight.rational() * *x.rational();
  }
  if (exact) return Real(sum);
  return Real([terms](Bits p) {
    Ball out(p);
    for (const auto& [weight, x] : terms) out += weight(p) * x(p);
    return out;
  });
}

Ball hockey_stick(const std::vector<Real>& P, const std::vector<Real>& Q, const Real& factor,
                  Bits p) {
  Ball sum(p);
  for (size_t y = 0; y < P.size(); ++y) {
    sum += max(P[y](p) - factor(p) * Q[y](p), Ball(p));
  }
  return sum;
}

Ball half_tanh(const Ball& epsilon) { return -expm1(-epsilon) / (exp(-epsilon) + 1); }

}  // namespace plumbline
