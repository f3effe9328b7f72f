#include "reference/quantities/calibration/calibration_rough.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::calibrating {
namespace {

/// Number of digits of the heights in this search.
constexpr int kRoughDigits = 6;

/// Returns the log of the ratio of the loss's deviation to `deviation`; -700 if the family has no member at this value.
double rough_height(const Family& family, const Rational& value, double deviation) {
  const auto member = family.member(value);
  if (!member) return -700;
  const double under_P = member->approximate_location(0).deviation;
  const double h = std::log(std::max(under_P, member->approximate_location(1).deviation));
  return std::isfinite(h) ? h - std::log(deviation) : -700;
}

/// Returns the start of the search. Looks for it from the least private end, because the most private values are the
/// slowest to evaluate if the noise is bounded, for example integer noise in tables.
double start_small(const Family& family, const Range& range, double deviation,
                   const Effort& effort) {
  double last = 700, x = range.first(), moved = 0;
  while (x <= range.last() && !effort.expired()) {
    const double h = rough_height(family, range.rational(x), deviation);
    if (h < 0 && h > -300) return x - (last < 600 ? moved * h / (h - last) : 0);
    moved = std::clamp(h / 2, 0.5, 4.0);
    while (range.value(x + moved) < 1.01 * range.value(x) && x + moved < range.last()) moved += 0.5;
    last = h > 0 ? h : 700;
    x += moved;
  }
  return std::min(x, range.last());
}

}  // namespace

double gaussian_deviation(const PrivacyTarget& target, Direction direction, const Effort& effort) {
  // Starts slightly beside mu, because the divergence of two nearly equal pairs is the slowest to compute.
  if (target.kind == PrivacyTarget::Measure::gaussian) return 1.02 * target.at.approximate();
  // At delta = 0 no Gaussian pair meets the target: losses are approximately as large as epsilon.
  if (target.bound.is_zero()) return target.at.approximate();
  TargetJudge judge(target, direction, "auto");
  double low = std::log(1e-6), high = std::log(1e4);
  constexpr double kEnough = 0.02;
  while (high - low > kEnough) {
    const double x = (low + high) / 2;
    const Rational sigma = rational_near(Ball::from_binary64(std::exp(-x), Bits{64}), 8);
    const Composition gaussian = Composition::of("gaussian", {{"sigma", sigma}});
    const double h = judge.height(gaussian, 4, effort).approximate();
    (h > 0 ? high : low) = x;
  }
  return std::exp((low + high) / 2);
}

double start(const Family& family, const Range& range, double deviation, const Effort& effort) {
  const bool private_up = family.order().larger_is_more_private;
  const double from = private_up ? range.last() : range.first();
  const double step = private_up ? -0.5 : 0.5;
  if (private_up && family.order().most) return start_small(family, range, deviation, effort);
  double last = -700;
  const int most = static_cast<int>((range.last() - range.first()) / 0.5);
  for (int i = 0; i <= most; ++i) {
    const double x = from + i * step;
    if (effort.expired()) return x;
    const double h = rough_height(family, range.rational(x), deviation);
    if (h >= 0) return x - (last > -600 ? step * h / (h - last) : 0);
    last = h;
  }
  return private_up ? 0 : from / 10;
}

double RoughSearch::height(double x) {
  const double h = bracket_.height(range_.rational(x), kRoughDigits).approximate();
  return std::isnan(h) ? 0 : std::clamp(h, -700.0, 700.0);
}

HeightPair RoughSearch::outward(double x) {
  const double to_private = order_.larger_is_more_private ? 1 : -1;
  const double height_here = try_at(x);
  const HeightPair here{x, height_here, x, height_here};
  HeightPair out = here;
  if (!bracket_.met()) out = walk(here, to_private, 3);
  if (bracket_.missed()) return out;
  // Moves carefully towards less privacy: evaluations far away in that direction can be slow.
  const HeightPair other = walk(here, -to_private, 1.5);
  return (other.fa > 0) != (other.fb > 0) ? other : out;
}

HeightPair RoughSearch::narrow(HeightPair p) {
  constexpr int kMostSteps = 60;
  constexpr double kClose = 1e-4;
  double last = p.fb;
  for (int i = 0; i < kMostSteps && std::fabs(p.b - p.a) > kClose && !bracket_.expired(); ++i) {
    const double share = p.fa / (p.fa - p.fb);
    double x = p.a + (p.b - p.a) * (i % 3 == 2 || !std::isfinite(share) ? 0.5 : share);
    const double margin = 0.01 * kClose * (p.b > p.a ? 1 : -1);
    if (std::fabs(x - p.a) < std::fabs(margin)) x = p.a + margin;
    if (std::fabs(x - p.b) < std::fabs(margin)) x = p.b - margin;
    last = height(x);
    const bool replaces_a = (last > 0) == (p.fa > 0);
    // If the height is nearly linear, the new point and the nearer of the two old points give an accurate secant.
    if (std::fabs(last) < kClose * std::fabs(p.fb - p.fa) / std::fabs(p.b - p.a)) {
      const bool a_nearer = std::fabs(p.a - x) < std::fabs(p.b - x);
      return {a_nearer ? p.a : p.b, a_nearer ? p.fa : p.fb, x, last};
    }
    if (replaces_a) {
      p.a = x, p.fa = last;
    } else {
      p.b = x, p.fb = last;
    }
  }
  return p;
}

/// Returns the height at x. For an integer parameter, also decides if the target is met there, if possible.
double RoughSearch::try_at(double x) {
  const double h = height(x);
  const Rational value = range_.rational(x);
  if (order_.integer && bracket_.between(value)) bracket_.decide(value, kRoughDigits + 4);
  return h;
}

/// Moves from start.a with growing steps until the verdict differs from that at the start; returns the last two points.
HeightPair RoughSearch::walk(const HeightPair& start, double direction, double growth) {
  const bool to_private = (direction > 0) == order_.larger_is_more_private;
  HeightPair out{start.a, start.fa, start.a, start.fa};
  const auto found = [&] { return to_private ? bracket_.met() : bracket_.missed(); };
  for (double step = 0.1; !found() && !bracket_.expired(); step *= growth) {
    const double next = std::clamp(out.b + direction * step, range_.first(), range_.last());
    if (next == out.b) break;
    const double height_there = try_at(next);
    out = {out.b, out.fb, next, height_there};
  }
  return out;
}

}  // namespace plumbline::calibrating
