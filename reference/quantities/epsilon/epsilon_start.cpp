#include "reference/quantities/epsilon/epsilon_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/mechanisms/gaussian/mixture_machine.hpp"

namespace plumbline {
namespace {

bool has_transforms(const PrivacyProfile& profile) {
  const Composition& all = profile.composition();
  const bool infinite = std::any_of(
      all.factors().begin(), all.factors().end(),
      [](const Factor& f) { return static_cast<bool>(f.mechanism->offer<InfiniteLosses>()); });
  return !infinite && all.without_transform() == nullptr;
}

/// The transform of the loss in doubles, with its slopes, at a tilt c outside [0, 1].
struct TiltedLoss {
  double log_K, mean, variance;
};
TiltedLoss tilted(const std::vector<Factor>& factors, double c) {
  if (factors.size() == 1) {
    if (const auto known = factors.front().mechanism->offer<mixture::MachineMixture>()) {
      const auto at = mixture::heuristic::sketch(known->law, c);
      const double N = factors.front().count.approximate();
      return {N * at.log_K, N * at.mean, N * at.variance};
    }
  }
  // The tilted laws of one and many steps have about one scale beside the distance to the poles.
  const double h = 1e-3 * std::min(std::fabs(c), std::fabs(c - 1));
  const auto at = [&](double x) {
    double sum = 0;
    for (const Factor& f : factors) {
      sum += f.count.approximate() * measure_of(*f.mechanism).log_transform(x);
    }
    return sum;
  };
  const double low = at(c - h), middle = at(c), high = at(c + h);
  return {middle, (high - low) / (2 * h), (high - 2 * middle + low) / (h * h)};
}

SaddlePlace saddle_place(const std::vector<Factor>& factors, bool reverse, double x) {
  const double c = reverse ? -x : 1 + x;
  const TiltedLoss k = tilted(factors, c);
  const double t = k.mean - 1 / c - 1 / (c - 1),
               v = k.variance + 1 / (c * c) + 1 / (x * x + (reverse ? 2 * x + 1 : 0));
  const double log_delta =
      k.log_K + (1 - c) * t - std::log(c * (c - 1)) - std::log(2 * M_PI * v) / 2;
  return reverse ? SaddlePlace{-t, log_delta - t, x} : SaddlePlace{t, log_delta, x};
}

}  // namespace

std::optional<double> chernoff_epsilon(const PrivacyProfile& profile, double log_D) {
  const std::vector<Factor>& factors = profile.composition().factors();
  if (!has_transforms(profile)) return std::nullopt;
  const auto least = [&](bool reverse) {
    double best = HUGE_VAL, rising = 0;
    for (double x = 0.01; x < 1e6 && rising < 4; x *= 1.25) {  // c - 1
      double log_K = 0;
      for (const Factor& f : factors) {
        log_K +=
            f.count.approximate() * measure_of(*f.mechanism).log_transform(reverse ? -x : 1 + x);
      }
      const double eps = (log_K - log_D) / x;
      if (!std::isfinite(eps)) break;
      rising = eps < best ? 0 : rising + 1;
      best = std::min(best, eps);
    }
    return best;
  };
  double out = -HUGE_VAL;
  if (profile.direction() != Direction::reverse) out = std::max(out, least(false));
  if (profile.direction() != Direction::forward) out = std::max(out, least(true));
  return std::isfinite(out) && out > 0 ? std::optional(out) : std::nullopt;
}

std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D) {
  const std::vector<Factor>& factors = profile.composition().factors();
  if (!has_transforms(profile)) return std::nullopt;
  const auto root = [&](bool reverse) -> std::optional<SaddlePlace> {
    double low = std::log(1e-3), high = std::log(1e6);  // of x
    SaddlePlace found{};
    // It falls with x: regula falsi would be misled by the ends, and few digits are wanted.
    constexpr int kSteps = 16;
    for (int i = 0; i < kSteps; ++i) {
      const double middle = (low + high) / 2;
      found = saddle_place(factors, reverse, std::exp(middle));
      const bool fine = std::isfinite(found.epsilon) && std::isfinite(found.log_delta);
      (fine && found.log_delta > log_D ? low : high) = middle;
    }
    const bool fine = std::isfinite(found.epsilon) && std::fabs(found.log_delta - log_D) < 0.5;
    return fine ? std::optional(found) : std::nullopt;
  };
  std::optional<SaddlePlace> out;
  for (const bool reverse : {false, true}) {
    if (profile.direction() == (reverse ? Direction::forward : Direction::reverse)) continue;
    const auto found = root(reverse);
    if (!found) return std::nullopt;
    if (!out || found->epsilon > out->epsilon) out = found;
  }
  return out;
}

}  // namespace plumbline
