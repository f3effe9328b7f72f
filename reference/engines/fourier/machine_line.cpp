#include "reference/engines/fourier/machine_line.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::fourier {
namespace {

constexpr double u = kDoubleShare;
constexpr Bits kBits{96};  // 2^23 steps leave 73
constexpr double kSmall = 0.01;

MachineComplex raised(MachineComplex base, unsigned long n) {
  MachineComplex all{1, 0};
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) all = times(all, base);
    if (n > 1) base = times(base, base);
  }
  return all;
}

/// g_k of MACHINE-LINE.
double weight(const MachineComplex& z, const MachineComplex& power, double N) {
  constexpr double kMany = 64, kLeast = 0x1p-60;
  const double size = std::hypot(z.re, z.im);
  if (size >= 0.5) return 1.05 * std::hypot(power.re, power.im) / size + kLeast;
  return N < kMany ? 1.05 : kLeast;
}

}  // namespace

// BOUND(DECAY-MULTIPLE)
// Statement.  If |K(c+iy)| <= b K(c) for all y >= Y > 0, b <= 1, then for every whole m >= 1 and y >= Y/m
//
//                 |K(c+iy)|^N <= K(c)^N (1 - (1 - b^2)/m^2)^{N/2}.
//
// Needs.      b from MachineOrder::far; b <= 1 is taken where it is more: K(c+iy) is at most K(c).
// Proof.      phi(y) = K(c+iy)/K(c) is the characteristic function of the tilted loss, and |phi|^2 that of the
//             difference X of two independent such losses, E cos(yX). As |sin mx| <= m |sin x|,
//             1 - cos(m x) <= m^2 (1 - cos x), so that 1 - |phi(my)|^2 <= m^2 (1 - |phi(y)|^2); and
//             m y >= Y.
// Source.     Elementary; of m = 2: Feller, volume II, XV.
Ball decay_of_multiple(const Ball& b, long m, unsigned long N) {
  const Ball one = Ball::integer(1, kBits), m_ball = Ball::integer(m, kBits);
  const Ball missing = max(one - square(b), Ball(kBits)) / square(m_ball);
  const Ball rate = log1p(-missing.lower()) * static_cast<long>(N) / 2;
  return bound_number<"DECAY-MULTIPLE">(exp(rate));
}

MachineLine::MachineLine(const mixture::MixtureLaw& law, unsigned long count,
                         const MachineContour& contour)
    : contour_(contour), count_(count), scale_(Ball::indeterminate(kBits)), truncation_(scale_) {
  constexpr unsigned long kMostSteps = 1UL << 23U;
  const auto rule = mixture::MachineRule::kept(law, contour.grid);
  base_ = HUGE_VAL;
  if (!rule || count > kMostSteps || contour.last < 1 || !(contour.step > 0)) return;
  const mixture::MachineOrder at(rule, contour.c), left(rule, contour.left),
      right(rule, contour.right);
  fill(at);
  if (!std::isfinite(base_)) return;
  const Rational N(static_cast<long>(count));
  const Ball D = exact(contour.step, kBits), pi = Ball::pi(kBits), one = Ball::integer(1, kBits);
  scale_ = power(exact(kappa_, kBits), N) * D / (pi * 2);
  aliases_.emplace(AliasPlaces{contour.c, contour.left, contour.right},
                   power(left.ball(kBits).upper(), N), power(right.ball(kBits).upper(), N),
                   Masses{one, one}, Kernel::profile, pi * 2 / D);
  end(at);
}

/// BOUND(TRUNCATION), of the profile: |K(c + iy)|^N for y beyond the last node.
void MachineLine::end(const mixture::MachineOrder& at) {
  const Rational N(static_cast<long>(count_));
  const Ball K = at.ball(kBits), D = exact(contour_.step, kBits);
  const Ball begins = exact(contour_.far, kBits) / Ball::integer(contour_.multiple, kBits);
  const bool reaches = certainly_at_most(begins, D * (contour_.last + 1));
  if (!certainly_positive(K) || !reaches) return;
  const Ball b = exact(at.far(contour_.far), kBits) / K.lower();
  const Ball far = power(K.upper(), N) * decay_of_multiple(b.upper(), contour_.multiple, count_);
  truncation_ = far / (Ball::pi(kBits) * D * contour_.last);
}

// BOUND(MACHINE-LINE)
// Statement.  With u = 2^-53, kappa > 0 a double, |K(s_k) - v_k| <= A + k B, N e_k <= 1/100 for
//             e_k = 1.01 (A + k B)/kappa + 8u, and sums over the nodes k of both signs, d = s(s-1),
//
//                 sum (K(s_k)/kappa)^N e^{-ikDt}/d(s_k)
//
//             is within 1.1 sum g_k (1.05 N e_k + (45 + 2n) u + k w)/|d(s_k)| + 2^-900 of what is computed, n
//             the last node, w = 2u |D t'| + |D (t - t')| + 8u + 4u the share that a turn e^{-iDt} is off by,
//             from a double t' near t, for n w <= 1/100. With z_k what v_k/kappa and p_k what its power is
//             computed as, g_k = 1.05 |p_k|/|z_k| + 2^-60 where |z_k| >= 1/2, 2^-60 elsewhere for N >= 64, 1.05
//             for N < 64.
// Needs.      (a) c not in [0, 1], K(c) > 0: checked here (infinite otherwise). (b) A, B: MACHINE-MIXTURE.
//             (c) N e_k and n w: checked here and in answer(). (d) Rounding to nearest: MachineRule::make.
// Proof.      v_k/kappa is within u and e_k - 7u of K(s_k)/kappa, both at most K(c)/kappa + .. <= 1 + 2 e_0 in
//             size. Powers: x^N - y^N is at most N max(|x|, |y|)^{N-1} |x - y|. With y = z_k of at least 1/2
//             and |x - y| <= e_k, max^{N-1} <= (|z_k|^N/|z_k|) (1 + 2 e_k)^N, at most 1.021 |z_k|^N/|z_k|; with
//             |z_k| < 1/2 it is at most 0.51^{N-1}, below 2^-60 for N >= 64, and below 1.02 anyway. N - 1 complex
//             products, 3u each, lose 3.1 u N of |z_k|^N: together 1.05 N e_k g_k, and |K/kappa|^N <= 1.02 g_k. On
//             the line
//             |d| >= c(c-1) + y^2 for c(c-1) > 0 (Cauchy and Schwarz), so that c(c-1) - y^2 loses 5u of |d|,
//             y (2c - 1) 4u, and 1/d is within 25u, its product with the power 3u more. Turns: k products of
//             what is off by w - 4u, at 3u each; products with them and their sum over n nodes, 3u and 2n u.
//             1.1 makes up for the values' sizes, up to 1.021 and 1.05 of 1/d's. What is below the least normal
//             number is off by less than 2^-1000.
// Slack.      Roundings count as if all had one sign, and all values as if |K(s)| = K(c).
// Source.     Brent, Percival and Zimmermann 2007 for complex products; otherwise elementary.
void MachineLine::fill(const mixture::MachineOrder& at) {
  const double c = contour_.c, D = contour_.step;
  const auto n = static_cast<double>(contour_.last), N = static_cast<double>(count_);
  const bool outside = c < 0 || c > 1;
  if (!outside || !(at.value() > 0) || !std::isfinite(at.error())) return;
  mixture::MachineOrder::Line line = at.line(D, static_cast<size_t>(contour_.last) + 1);
  kappa_ = at.value();
  const double base = kMachineUp * (1.01 * line.base / kappa_ + 8 * u),
               slope = kMachineUp * 1.01 * line.slope / kappa_;
  if (!(N * (base + n * slope) <= kSmall)) return;
  base_ = kMachineUp * 1.05 * N * base;
  slope_ = kMachineUp * 1.05 * N * slope;
  for (size_t k = 0; k < line.values.size(); ++k) {
    MachineComplex& v = line.values[k];
    const MachineComplex z{v.re / kappa_, v.im / kappa_}, power = raised(z, count_);
    const double y = static_cast<double>(k) * D;
    const double re = c * (c - 1) - y * y, im = y * (2 * c - 1), size = re * re + im * im;
    v = times(power, {re / size, -im / size});
    const double both = (k == 0 ? 1 : 2) / std::sqrt(size) * (1 + 32 * u) * weight(z, power, N);
    sizes_ += both;
    places_ += both * static_cast<double>(k);
  }
  values_ = std::move(line.values);
}

Enclosure MachineLine::answer(Question question, const Real& t_exact) const {
  const Enclosure nothing{Ball::indeterminate(kBits), {}};
  if (!std::isfinite(base_)) return nothing;
  const Ball t = t_exact(kBits), c = exact(contour_.c, kBits), D = exact(contour_.step, kBits);
  const double near = t.approximate(), n = static_cast<double>(contour_.last);
  if (!std::isfinite(near)) return nothing;
  const double angle = contour_.step * near;
  const MachineComplex turn = machine_turn(-angle);
  const double off = 2 * u * std::fabs(angle) + machine_up((t - exact(near, kBits)) * D) +
                     elementary_share() + 4 * u;
  if (!(n * off <= kSmall)) return nothing;
  MachineComplex wave{1, 0};
  double sum = 0;
  for (size_t k = 1; k < values_.size(); ++k) {
    wave = times(wave, turn);
    sum += values_[k].re * wave.re - values_[k].im * wave.im;
  }
  const double error =
      kMachineUp * 1.1 * (sizes_ * (base_ + (45 + 2 * n) * u) + places_ * (slope_ + off)) +
      0x1p-900;
  const Ball growth = exp(t * (Ball::integer(1, kBits) - c)), one = Ball::integer(1, kBits);
  const Ball total = exact(values_[0].re, kBits) + exact(sum, kBits) * 2;
  const Ball series =
      widen(total, bound<"MACHINE-LINE">(UpperBound::of(exact(error, kBits)))) * (scale_ * growth);
  Enclosure out{Ball(kBits), {}};
  out.budget.truncation = UpperBound::of(growth * truncation_);
  const Ball alias = aliases_->at(t, &out.budget.discretisation);
  const Ball G = widen(series - alias, out.budget.truncation);
  out.value = from_region(question, contour_.c, G, t, {one, one});
  out.budget.rounding = series.radius();
  return out;
}

}  // namespace plumbline::fourier
