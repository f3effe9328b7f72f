#include "reference/composition/renyi_curve.hpp"

#include <vector>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_moments.hpp"

namespace plumbline {
namespace {

constexpr Bits kCurveBits{160};
constexpr int kCurveDigits = 20;

/// Returns log K(a), where K(a) = E_P[e^{aL}] is the transform of one step; nothing if it is infinite or unknown.
std::optional<Ball> log_transform_of_step(const DominatingPair& pair, const Rational& a) {
  if (const auto known = pair.offer<KnownTransform>()) return known->log_K(a, kCurveBits);
  if (pair.measure() == nullptr) return std::nullopt;
  return log(transform_at(*pair.measure(), a, kCurveBits));
}

}  // namespace

// Uses D_a(Q||P) = log K(a)/(a-1) and D_a(P||Q) = log K(1-a)/(a-1). The upper end of the ball is rounded up to a
// decimal.
std::optional<Rational> renyi_at_most(const DominatingPair& pair, const Rational& order) {
  if (!(kOne < order)) return std::nullopt;
  if (const auto mu2 = gaussian_mu_squared(pair)) return order * *mu2 / Rational(2);
  std::optional<Rational> out;
  for (const bool mirrored : {false, true}) {
    const auto log_K = log_transform_of_step(pair, mirrored ? kOne - order : order);
    if (!log_K || !log_K->is_finite()) return std::nullopt;
    const auto end = (*log_K / Ball(order - kOne, kCurveBits)).decimal_ends(kCurveDigits).second;
    if (!end) return std::nullopt;
    if (!out || *out < *end) out = *end;
  }
  return out->sign() < 0 ? kZero : *out;
}

const std::vector<Rational>& orders_beside() {
  static const std::vector<Rational> all = [] {
    std::vector<Rational> out;
    for (int octave = 0; octave < 8; ++octave) {
      const Rational start = power(Rational(2), octave);
      for (int i = octave == 0 ? 1 : 0; i < 4; ++i) {
        out.push_back(start + start * Rational(i, 4));
      }
    }
    return out;
  }();
  return all;
}

}  // namespace plumbline
