#include "reference/quantities/epsilon/epsilon_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/machine_law.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/quantities/epsilon/gaussian_start.hpp"

namespace plumbline {
namespace {

bool has_transforms(const Composition& all) {
  const bool infinite = std::any_of(
      all.factors().begin(), all.factors().end(),
      [](const Factor& f) { return static_cast<bool>(f.mechanism->offer<InfiniteLosses>()); });
  return !infinite && all.without_transform() == nullptr;
}

/// The log of the transform of the loss and its first two derivatives, in doubles, at a tilt c outside [0, 1].
struct TiltedLoss {
  double log_K, mean, variance;
};
TiltedLoss tilted(const std::vector<Factor>& factors, double c) {
  TiltedLoss all{0, 0, 0};
  std::vector<const Factor*> rest;
  for (size_t i = 0; i < factors.size(); ++i) {
    poll_here(static_cast<long>(i));
    const Factor& f = factors[i];
    const auto known = f.mechanism->offer<mixture::MachineSteps>();
    if (!known) {
      rest.push_back(&f);
      continue;
    }
    const auto at = known->law->sketcher().at(c);
    const double N = f.count.approximate();
    all = {all.log_K + N * at.log_K, all.mean + N * at.mean, all.variance + N * at.variance};
  }
  if (rest.empty()) return all;
  // The step h of the difference quotients is small relative to the distance of c from the poles 0 and 1.
  const double pole = std::min(std::fabs(c), std::fabs(c - 1)), h = 1e-3 * (pole > 0 ? pole : 1);
  const auto at = [&](double x) {
    constexpr size_t kBetweenPolls = 16;
    double sum = 0;
    for (size_t i = 0; i < rest.size(); ++i) {
      if (i % kBetweenPolls == kBetweenPolls - 1) poll_here();
      const Factor* const f = rest[i];
      sum += f->count.approximate() * measure_of(*f->mechanism).log_transform(x);
    }
    return sum;
  };
  const double low = at(c - h), middle = at(c), high = at(c + h);
  return {all.log_K + middle, all.mean + (high - low) / (2 * h),
          all.variance + (high - 2 * middle + low) / (h * h)};
}

SaddlePlace saddle_place(const std::vector<Factor>& factors, bool reverse, double x) {
  const double c = reverse ? -x : 1 + x;
  const TiltedLoss k = tilted(factors, c);
  const double t = k.mean - 1 / c - 1 / (c - 1),
               v = k.variance + 1 / (c * c) + 1 / (x * x + (reverse ? 2 * x + 1 : 0));
  const double log_delta =
      k.log_K + (1 - c) * t - std::log(c * (c - 1)) - std::log(2 * M_PI * v) / 2;
  return reverse ? SaddlePlace{-t, log_delta - t, x, v, true}
                 : SaddlePlace{t, log_delta, x, v, false};
}

/// The value of a decreasing function at a point x, and its slope in log x.
struct Falling {
  double value, slope;
};

/// Returns the approximate zero of a function that decreases in x, by Newton steps in log x within a bracket.
template <class At>
SaddlePlace falling_root(const std::vector<Factor>& factors, bool reverse, double x, const At& at) {
  constexpr int kSteps = 40;
  constexpr double kNear = 1e-3, kClose = 3e-4, kLongest = 2;
  double low = std::log(1e-3), high = std::log(1e6);
  double place = std::isfinite(x) && x > 0 ? std::clamp(std::log(x), low, high) : (low + high) / 2;
  SaddlePlace nearest{std::nan(""), std::nan(""), 0, 0, reverse};
  double least = HUGE_VAL;
  for (int i = 0; i < kSteps; ++i) {
    const SaddlePlace found = saddle_place(factors, reverse, std::exp(place));
    const bool fine = std::isfinite(found.epsilon) && std::isfinite(found.log_delta);
    const Falling f = at(found);
    if (fine && std::fabs(f.value) < least) {
      least = std::fabs(f.value);
      nearest = found;
    }
    if (least < kNear) break;
    (fine && f.value > 0 ? low : high) = place;
    if (high - low < kClose) break;
    const double next = place - std::clamp(f.value / f.slope, -kLongest, kLongest);
    const bool inside = fine && i % 4 != 3 && next > low && next < high;
    place = inside ? next : (low + high) / 2;
  }
  return nearest;
}

}  // namespace

std::optional<double> chernoff_epsilon(const PrivacyProfile& profile, double log_D) {
  const std::vector<Factor>& factors = profile.composition().factors();
  if (!has_transforms(profile.composition())) return std::nullopt;
  const auto least = [&](bool reverse) {
    constexpr size_t kBetweenPolls = 16;
    double best = HUGE_VAL, rising = 0;
    for (double x = 0.01; x < 1e6 && rising < 4; x *= 1.25) {  // x = c - 1
      double log_K = 0;
      for (size_t i = 0; i < factors.size(); ++i) {
        if (i % kBetweenPolls == kBetweenPolls - 1) poll_here();
        const Factor& f = factors[i];
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

std::optional<SaddlePlace> normal_epsilon(const PrivacyProfile& profile, const Rational& D) {
  if (profile.composition().without_transform() == nullptr) return std::nullopt;
  const double deviation = profile.approximate_location().deviation,
               variance = deviation * deviation;
  if (!std::isnormal(variance)) return std::nullopt;
  const GaussianStart near = gaussian_start(Rational::from_binary64(variance), D, Bits{128});
  const double epsilon = near.epsilon.approximate();
  if (!std::isfinite(epsilon) || !(epsilon > 0) || !(near.slope < 0)) return std::nullopt;
  const double log_D = Ball(D, Bits{64}).log_approximate();
  return SaddlePlace{epsilon, log_D, -near.slope, variance, false};
}

double rough_deviation(const PrivacyProfile& profile) {
  const std::vector<Factor>& factors = profile.composition().factors();
  return std::sqrt(tilted(factors, profile.direction() == Direction::reverse ? 1 : 0).variance);
}

std::optional<SaddlePlace> saddle_epsilon(const PrivacyProfile& profile, double log_D) {
  const std::vector<Factor>& factors = profile.composition().factors();
  if (!has_transforms(profile.composition())) return std::nullopt;
  const auto root = [&](bool reverse) -> std::optional<SaddlePlace> {
    // The search starts where the root would be if the loss were normal.
    const double V = tilted(factors, reverse ? 0 : 1).variance;
    const double start = std::sqrt(2 * std::max(-log_D - 3, 1.0) / V);
    const SaddlePlace found = falling_root(factors, reverse, start, [log_D](const SaddlePlace& at) {
      return Falling{at.log_delta - log_D, -at.x * at.x * at.variance};
    });
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

std::optional<double> saddle_log_delta(const Composition& composition, Direction direction,
                                       double epsilon) {
  const std::vector<Factor>& factors = composition.factors();
  const bool fast = std::all_of(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<mixture::MachineSteps>() || gaussian_mu_squared(*f.mechanism);
  });
  if (!fast || !has_transforms(composition)) return std::nullopt;
  const Poll none;
  const PollHere here(none);  // this computation is short
  double out = -HUGE_VAL;
  for (const bool reverse : {false, true}) {
    if (direction == (reverse ? Direction::forward : Direction::reverse)) continue;
    const TiltedLoss middle = tilted(factors, reverse ? 0 : 1);
    const double far = epsilon - (reverse ? -middle.mean : middle.mean), V = middle.variance;
    const SaddlePlace found =
        falling_root(factors, reverse, (far + std::sqrt(far * far + 4 * V)) / (2 * V),
                     [epsilon](const SaddlePlace& at) {
                       return Falling{epsilon - at.epsilon, -at.x * at.variance};
                     });
    const double log_delta = found.log_delta - found.x * (epsilon - found.epsilon);
    if (!std::isfinite(log_delta)) return std::nullopt;
    out = std::max(out, log_delta);
  }
  return out;
}

}  // namespace plumbline
