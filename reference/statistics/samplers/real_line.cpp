#include "reference/statistics/samplers/real_line.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/samplers/resolution.hpp"

namespace plumbline {
namespace {

constexpr Bits kRealBits{128};
constexpr int kSlackBits = 5;  ///< the relative error of an output is at most 2^(5 - bits)

class RealLine final : public LineLaw {
 public:
  RealLine(const RealNoise& noise, int bits) : noise_(noise), bits_(bits) {}

  bool is_whole() const override { return false; }
  // BOUND(ROUNDED-CELL)
  // Statement.  Let d be the output for a draw X, with |d - X| <= v |X|, or with |d|, |X| <= 2^-100 s, s the scale.
  //             Then d lies in (a, b] with probability at most P(a - w(a) < X <= b + w(b)), w(x) = 2v|x| + 2^-99 s.
  // Needs.      v = 2^(5 - bits) <= 1/4: bits are 24 or 53, checked by sampler_law.
  // Proof.      d <= b and |d - X| <= v |X| imply X <= b + v |X|. Let X > 0. If b >= 0, then X <= b/(1 - v) <= b +
  //             2v|b|; b < 0 is impossible, because d and X have the same sign. If X <= 0 and b >= 0, there is
  //             nothing to prove. If X < 0 and b < 0, then |X| >= |b|/(1 + v) >= |b| - v |b|. In the other case, X <=
  //             d + 2^-99 s <= b + 2^-99 s. The proof for the end a is symmetric.
  // Source.     Elementary.
  UpperBound mass(std::optional<double> above, std::optional<double> at_most) const override {
    const auto widened = [&](double x, int sign) {
      const UpperBound w = bound<"ROUNDED-CELL">(width(x));
      return exact(x, kRealBits) + w.ball(kRealBits) * sign;
    };
    const Ball none(kRealBits);
    if (above && *above >= 0) {
      const Ball rest = at_most ? noise_.above(widened(*at_most, 1)) : none;
      return UpperBound::of(max(noise_.above(widened(*above, -1)) - rest, none));
    }
    const Ball before = above ? noise_.below(widened(*above, -1)) : none;
    const Ball all = at_most ? noise_.below(widened(*at_most, 1)) : Ball::integer(1, kRealBits);
    return UpperBound::of(max(all - before, none));
  }
  std::pair<double, double> range() const override {
    return {-90 * noise_.scale, 90 * noise_.scale};
  }

 private:
  UpperBound width(double x) const {
    return UpperBound::of(exact(std::ldexp(std::fabs(x), kSlackBits + 1 - bits_), kRealBits)) +
           UpperBound::of(exact(std::ldexp(noise_.scale, -99), kRealBits));
  }

  RealNoise noise_;
  int bits_;
};

double checked_scale(double scale) {
  if (!(scale >= 0x1p-100 && scale <= 0x1p100)) {
    throw std::invalid_argument(
        "the scale of a sampler of real numbers must be from 2^-100 to 2^100");
  }
  return scale;
}

/// Returns a partition with narrow cells around 0, where naive samplers cannot output some numbers.
CellPartition near_zero(const RealLine& law, double scale) {
  std::vector<double> cuts{0};
  for (const int power : {-3, -6, -9, -12, -15}) {
    cuts.insert(cuts.end(), {std::ldexp(scale, power), -std::ldexp(scale, power)});
  }
  return intervals(law, "near zero", cuts);
}

}  // namespace

RealNoise gaussian_noise(const Rational& variance) {
  const double sigma = checked_scale(std::sqrt(variance.approximate()));
  const Ball root = sqrt(Ball(variance, kRealBits));
  const Ball peak = Ball::integer(1, kRealBits) / (root * sqrt(Ball::pi(kRealBits) * 2));
  return {[root](const Ball& x) { return normal_cdf(x / root); },
          [root](const Ball& x) { return normal_survival(x / root); }, sigma, peak};
}

RealNoise laplace_line_noise(const Rational& b) {
  const double scale = checked_scale(b.approximate());
  const Ball width(b, kRealBits);
  // Returns P(X > x). Requires that the sign of x is certain or that x is 0.
  const auto above = [width](const Ball& x) {
    const Ball half = exp(-(abs(x) / width)) / 2;
    return certainly_negative(x) ? Ball::integer(1, kRealBits) - half : half;
  };
  return {[above](const Ball& x) { return above(-x); }, above, scale,
          Ball::integer(1, kRealBits) / (width * 2)};
}

std::vector<CellPartition> real_partitions(const RealNoise& noise, int bits, bool resolution) {
  const RealLine law(noise, bits);
  std::vector<CellPartition> out = interval_partitions(law);
  out.push_back(near_zero(law, noise.scale));
  out.push_back(support("no number", [](const SamplerDraw& x) { return std::isfinite(x.value); }));
  if (resolution) {
    out.push_back(low_bits(bits));
    out.push_back(uniform_lattice(noise, bits));
  }
  return out;
}

CellPartition real_octiles(const RealNoise& noise, int bits) {
  return octiles(RealLine(noise, bits));
}

}  // namespace plumbline
