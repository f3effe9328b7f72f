#include "reference/engines/fourier/machine_line.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
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

constexpr unsigned long kMany = 64;  // 0.51^64 is below 2^-60
constexpr double kLeast = 0x1p-60;

/// Not below 0.51^n.
double small_power(unsigned long n) {
  if (n >= kMany) return kLeast;
  double out = 1;
  for (unsigned long i = 0; i < n; ++i) out *= 0.52;
  return out;
}

}  // namespace

/// The product of the powers at one node, as far as it is known, with h and r of MACHINE-LINE.
struct MachineLine::Node {
  MachineComplex power{1, 0};
  double size = 1;      ///< not below the product of h_i, but for roundings
  double steepest = 0;  ///< the largest r_i

  void multiply(const MachineComplex& z, const MachineComplex& raised, unsigned long count) {
    const double length = std::hypot(z.re, z.im);
    const bool large = length >= 0.5;
    power = times(power, raised);
    size *= large ? std::hypot(raised.re, raised.im) : small_power(count);
    steepest = std::max(steepest, large ? 1 / length : 2.0);
  }
  /// g_k of MACHINE-LINE.
  double weight() const { return 1.05 * size * steepest + kLeast; }
};

// BOUND(DECAY-MULTIPLE)
// Statement.  If |K_i(c+iy)| <= b_i K_i(c) for all y >= Y > 0, b_i <= 1, then for every whole m >= 1 and y >= Y/m
//
//                 prod_i |K_i(c+iy)|^{N_i} <= prod_i K_i(c)^{N_i} (1 - (1 - b_i^2)/m^2)^{N_i/2}.
//
// Needs.      b_i from MachineOrder::far; b_i <= 1 is used where it is more: K(c+iy) is at most K(c).
// Proof.      For one factor: phi(y) = K(c+iy)/K(c) is the characteristic function of the tilted loss, and |phi|^2
//             that of the difference X of two independent such losses, E cos(yX). As |sin mx| <= m |sin x|,
//             1 - cos(m x) <= m^2 (1 - cos x), so that 1 - |phi(my)|^2 <= m^2 (1 - |phi(y)|^2); and
//             m y >= Y. The factors' bounds hold at the same y.
// Source.     Elementary; of m = 2: Feller, volume II, XV.
Ball decay_of_multiple(const std::vector<StepDecay>& steps, long m) {
  const Ball one = Ball::integer(1, kBits), m_ball = Ball::integer(m, kBits);
  Ball rate(kBits);
  for (const StepDecay& step : steps) {
    const Ball missing = max(one - square(step.b), Ball(kBits)) / square(m_ball);
    rate = rate + log1p(-missing.lower()) * static_cast<long>(step.N) / 2;
  }
  return bound_number<"DECAY-MULTIPLE">(exp(rate));
}

namespace {

/// e^{q x(x-1)}.
Ball noise_at(const MachineNoise& noise, double x) {
  const Ball at = exact(x, kBits);
  return exp(noise.ball(kBits) * (at * (at - 1)));
}

/// Not below the product of K_i(x)^{n_i}.
Ball transform_above(const MachineProduct& product, const MachineRules& rules, double x,
                     const Poll& poll) {
  Ball out = noise_at(product.noise(), x);
  for (size_t i = 0; i < rules.size(); ++i) {
    poll();
    const Rational n(static_cast<long>(product.factors()[i].count));
    out = out * power(mixture::MachineOrder(rules[i], x).ball(kBits).upper(), n);
  }
  return out;
}

bool fits(const MachineProduct& product, const MachineContour& contour) {
  constexpr unsigned long kMostSteps = 1UL << 23U;
  if (contour.rules.size() != product.factors().size()) return false;
  for (size_t i = 0; i < contour.rules.size(); ++i) {
    const auto& rule = contour.rules[i];
    const mixture::MixtureLaw& law = product.factors()[i].law;
    if (rule == nullptr || rule->law().mu != law.mu || rule->law().p != law.p) return false;
  }
  return product.steps() <= kMostSteps && contour.last >= 1 && contour.step > 0;
}

}  // namespace

MachineLine::MachineLine(const MachineProduct& product, const MachineContour& contour,
                         const Poll& poll)
    : contour_(contour), kappa_(kBits), scale_(Ball::indeterminate(kBits)), truncation_(scale_) {
  base_ = HUGE_VAL;
  if (!fits(product, contour)) return;
  const Orders at = machine_orders(contour.rules, contour.c, poll);
  fill(product, at, poll);
  if (!std::isfinite(base_)) return;
  const Ball D = exact(contour.step, kBits), pi = Ball::pi(kBits), one = Ball::integer(1, kBits);
  scale_ = kappa_ * D / (pi * 2);
  aliases_.emplace(AliasPlaces{contour.c, contour.left, contour.right},
                   transform_above(product, contour.rules, contour.left, poll),
                   transform_above(product, contour.rules, contour.right, poll), Masses{one, one},
                   Kernel::profile, pi * 2 / D);
  end(product, at);
}

/// BOUND(TRUNCATION), of the profile: the product of |K_i(c + iy)|^{n_i} for y beyond the last node.
void MachineLine::end(const MachineProduct& product, const Orders& at) {
  const Ball D = exact(contour_.step, kBits), one = Ball::integer(1, kBits);
  const Ball begins = exact(contour_.far, kBits) / Ball::integer(contour_.multiple, kBits);
  if (!certainly_at_most(begins, D * (contour_.last + 1))) return;
  Ball most =
      noise_at(product.noise(), contour_.c) * exp(-(product.noise().ball(kBits) * square(begins)));
  std::vector<StepDecay> decays;
  for (size_t i = 0; i < at.size(); ++i) {
    const Ball K = at[i].ball(kBits);
    if (!certainly_positive(K)) return;
    const unsigned long n = product.factors()[i].count;
    most = most * power(K.upper(), Rational(static_cast<long>(n)));
    const double far = at[i].far(contour_.far);
    decays.push_back({std::isfinite(far) ? (exact(far, kBits) / K.lower()).upper() : one, n});
  }
  const Ball far = most * decay_of_multiple(decays, contour_.multiple);
  truncation_ = far / (Ball::pi(kBits) * D * contour_.last);
}

// BOUND(MACHINE-LINE)
// Statement.  Let kappa_i > 0 be doubles, |K_i(s_k) - v_ik| <= A_i + k B_i, u = 2^-53, N = sum n_i,
//             e_ik = 1.01 (A_i + k B_i)/kappa_i + 8u, e_k = sum_i n_i e_ik <= 1/100, and d = s(s-1). The sum over
//             the nodes k of both signs
//
//                 sum prod_i (K_i(s_k)/kappa_i)^{n_i} e^{-ikDt}/d(s_k)
//
//             is within 1.1 sum g_k (1.05 e_k + (45 + 2n) u + k w)/|d(s_k)| + 2^-900 of the computed sum, n
//             the last node, w = 2u |D t'| + |D (t - t')| + 8u + 4u the share that a turn e^{-iDt} is off by,
//             from a double t' near t, for n w <= 1/100. Here z_ik is the double v_ik/kappa_i and p_ik its power
//             as computed, g_k = 1.05 max_i r_i prod_i h_i + 2^-60, where h_i = |p_ik| and r_i = 1/|z_ik| if
//             |z_ik| >= 1/2, and otherwise h_i = 0.51^{n_i} (or 2^-60 for n_i >= 64), r_i = 2.
// Needs.      (a) c not in [0, 1], K_i(c) > 0: checked here (infinite otherwise). (b) A_i, B_i: MACHINE-MIXTURE, and
//             the lines beside MachineNoise below. (c) e_k and n w: checked here and in answer(). (d) Rounding to
//             nearest: MachineOrder and fill() when values are made, answer() when they are summed.
// Proof.      With x_i = K_i/kappa_i and y_i = z_ik, |x_i - y_i| <= e_ik, as v_ik/kappa_i is within u of z_ik. Let
//             M_i = max(|x_i|, |y_i|). Replacing the factors one by one,
//             |prod x_i^{n_i} - prod y_i^{n_i}| <= sum_i n_i e_ik M_i^{n_i - 1} prod_{j != i} M_j^{n_j}.
//             If |y_i| >= 1/2 then M_i <= |y_i| (1 + 2 e_ik), so M_i^{n_i} <= |y_i|^{n_i} e^{2 n_i e_ik}, and
//             M_i^{n_i - 1} <= r_i M_i^{n_i}; otherwise M_i <= 0.51, M_i^{n_i} <= h_i and
//             M_i^{n_i - 1} <= 2 M_i^{n_i} at least where M_i^{n_i} is replaced by 0.51^{n_i}. Together the difference
//             is at most e_k max r_i prod h_i e^{2 e_k}, with e^{1/50} <= 1.021. The same bounds give
//             |prod x_i^{n_i}| <= 1.02 g_k. All N - 1 complex products, those within powers and those between
//             them, lose 3u each: 3.1 u N of prod |y_i|^{n_i}, and e_ik is 4u or more above |x_i - y_i|. Sizes h_i are computed
//             from powers that are off by at most 3.1 u N <= 10^-8 of themselves, and their product loses as much.
//             On the line |d| >= c(c-1) + y^2 for c(c-1) > 0 (Cauchy and Schwarz), so that c(c-1) - y^2 loses 5u of
//             |d|, y (2c - 1) 4u, and 1/d is within 25u, its product with the power 3u more. Turns: k products of
//             what is off by w - 4u, at 3u each; products with them and their sum over n nodes, 3u and 2n u.
//             1.1 makes up for the values' sizes, up to 1.021 and 1.05 of 1/d's. What is below the least normal
//             number is off by less than 2^-1000.
// Slack.      Roundings count as if all had one sign, and all values as if |K_i(s)| = K_i(c).
// Source.     Brent, Percival and Zimmermann 2007 for complex products; otherwise elementary.
void MachineLine::fill(const MachineProduct& product, const Orders& at, const Poll& poll) {
  const double c = contour_.c;
  if (c >= 0 && c <= 1) return;
  std::vector<Node> nodes(static_cast<size_t>(contour_.last) + 1);
  base_ = 0;
  kappa_ = noise_at(product.noise(), c);
  if (product.noise().present()) multiply(product.noise(), &nodes);
  for (size_t i = 0; i < at.size() && std::isfinite(base_); ++i) {
    poll();
    multiply(at[i], product.factors()[i].count, &nodes);
  }
  const auto n = static_cast<double>(contour_.last);
  if (!(kMachineUp * (base_ + n * slope_) <= kSmall) || !rounds_to_nearest()) {
    base_ = HUGE_VAL;
    return;
  }
  base_ = kMachineUp * 1.05 * base_;
  slope_ = kMachineUp * 1.05 * slope_;
  divide(nodes);
}

/// One factor: its values, and n_i times what they are off by.
void MachineLine::multiply(const mixture::MachineOrder& at, unsigned long count,
                           std::vector<Node>* nodes) {
  const double kappa = at.value(), n = static_cast<double>(count);
  if (!(kappa > 0) || !std::isfinite(at.error())) {
    base_ = HUGE_VAL;
    return;
  }
  const mixture::MachineOrder::Line line = at.line(contour_.step, nodes->size());
  base_ += n * (1.01 * line.base / kappa + 8 * u);
  slope_ += n * 1.01 * line.slope / kappa;
  kappa_ = kappa_ * power(exact(kappa, kBits), Rational(static_cast<long>(count)));
  for (size_t k = 0; k < nodes->size(); ++k) {
    const MachineComplex z{line.values[k].re / kappa, line.values[k].im / kappa};
    (*nodes)[k].multiply(z, raised(z, count), count);
  }
}

/// Plain noise. K(c+iy)/K(c) = e^{-q y^2} e^{i q (2c-1) y}. With q and y = k D each within 2u and u, the computed
/// exponent x is within 7u |x|, so that e^x is within 7u |x| e^x <= 2.7u and elementary_share(); the angle is within
/// 6u of itself, which grows as k; the turn loses elementary_share(), and the product u of each part.
void MachineLine::multiply(const MachineNoise& noise, std::vector<Node>* nodes) {
  constexpr double kFurthest = 0x1p13;
  const double q = noise.approximate, D = contour_.step, tilt = 2 * contour_.c - 1;
  const double each = 6.2 * u * q * std::fabs(tilt) * D;
  const Ball off = abs(noise.ball(kBits) - exact(q, kBits)), most = exact(2 * u * q, kBits);
  const double farthest = q * std::fabs(tilt) * D * static_cast<double>(nodes->size());
  if (!(farthest < kFurthest) || !certainly_at_most(off, most)) {
    base_ = HUGE_VAL;
    return;
  }
  base_ += 2 * elementary_share() + 8 * u;
  slope_ += each;
  for (size_t k = 0; k < nodes->size(); ++k) {
    const double y = static_cast<double>(k) * D, size = machine_exp(-(q * y * y));
    const MachineComplex turn = machine_turn(q * tilt * y);
    const MachineComplex z{size * turn.re, size * turn.im};
    (*nodes)[k].multiply(z, z, 1);
  }
}

/// The values of the line: the products over d.
void MachineLine::divide(const std::vector<Node>& nodes) {
  const double c = contour_.c, D = contour_.step;
  for (size_t k = 0; k < nodes.size(); ++k) {
    const double y = static_cast<double>(k) * D;
    const double re = c * (c - 1) - y * y, im = y * (2 * c - 1), size = re * re + im * im;
    values_.push_back(times(nodes[k].power, {re / size, -im / size}));
    const double both =
        (k == 0 ? 1 : 2) / std::sqrt(size) * (1 + 32 * u) * kMachineUp * nodes[k].weight();
    sizes_ += both;
    places_ += both * static_cast<double>(k);
  }
}

Enclosure MachineLine::answer(Question question, const Real& t_exact) const {
  const Enclosure nothing{Ball::indeterminate(kBits), {}};
  if (!std::isfinite(base_) || !rounds_to_nearest()) return nothing;
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
