#include "reference/mechanisms/gaussian/mixture_double_double.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_exps.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline::mixture {
namespace {

constexpr Bits kFineBits{192}, kErrorBits{64};
constexpr double kSmallShare = 0.01;       // relative errors up to this have negligible squares
constexpr double kLeastNumber = 0x1p-700;  // smallest modulus of a constant: an error of e^-600 is
                                           // at most 2^-165 times the constant

/// Returns a double-double within a relative error of kDoubleDoubleShare / 2 of the number in the ball; nothing if
/// there is none, or if the number is below kLeastNumber.
std::optional<DoubleDouble> share_near(const Ball& x) {
  const NearDoubleDouble near = near_double_double(x);
  const double size = std::fabs(near.value.high);
  if (!(size >= kLeastNumber && near.off <= kDoubleDoubleShare * size / 2)) return std::nullopt;
  return near.value;
}

/// Returns true if this machine satisfies the preconditions of DOUBLE-DOUBLE.
bool works() { return keeps_products() && keeps_double_double(); }

DoubleDouble doubled(double x) { return {x, 0}; }

/// Returns an upper bound of |z|, up to rounding.
double sum_of_parts(const ComplexDoubleDouble& z) {
  return std::fabs(z.re.high) + std::fabs(z.im.high);
}

/// Returns e^{x + iy}, computed from the exponentials of its parts.
ComplexDoubleDouble exponential(const DoubleDouble& x, const DoubleDouble& y) {
  const DoubleDouble size = double_double_exp(x);
  const ComplexDoubleDouble turn = double_double_turn(y);
  return {size * turn.re, size * turn.im};
}

/// The constants of a law that all nodes share.
struct LawNumbers {
  DoubleDouble mu, half, rest, cosine, sine;  ///< mu, mu^2/2, 1-p, p cos(a mu), p sin(a mu)
};

std::optional<LawNumbers> numbers_of(const MixtureLaw& law, double a) {
  const Ball mu(law.mu, kFineBits), p(law.p, kFineBits), angle = mu * exact(a, kFineBits);
  if (!certainly_less(angle * 2, Ball::pi(kFineBits))) return std::nullopt;
  const ComplexBall turn = exp(ComplexBall(Ball(kFineBits), angle));
  const auto near_mu = share_near(mu), half = share_near(square(mu) / 2),
             rest = share_near(Ball(Rational(1) - law.p, kFineBits)),
             cosine = share_near(p * turn.real()), sine = share_near(p * turn.imag());
  if (!near_mu || !half || !rest || !cosine || !sine) return std::nullopt;
  return LawNumbers{*near_mu, *half, *rest, *cosine, *sine};
}

}  // namespace

std::shared_ptr<const DoubleDoubleRule> DoubleDoubleRule::make(const MixtureLaw& law,
                                                               const Grid& grid) {
  // These limits ensure that all nodes, the multiples of the step, are exact doubles.
  constexpr long kFarthest = 4000;
  const bool fits = grid.step > 0 && grid.step == rounded_down(grid.step, 24) && grid.shift > 0 &&
                    grid.last > grid.first && grid.first > -kFarthest && grid.last < kFarthest;
  if (!fits || !law.window.whole() || !works()) return nullptr;
  const auto scale = share_near(exact(grid.step, kFineBits) / sqrt(Ball::pi(kFineBits) * 2));
  if (!scale) return nullptr;
  std::shared_ptr<DoubleDoubleRule> out(
      new DoubleDoubleRule(grid, std::make_shared<RuleBounds>(law, grid), *scale));
  return out->fill(law) ? out : nullptr;
}

std::shared_ptr<const DoubleDoubleRule> DoubleDoubleRule::of_nodes(
    const Grid& grid, const std::vector<RuleNode>& nodes, RuleErrorsPtr errors) {
  if (nodes.empty() || !(grid.step > 0) || !works()) return nullptr;
  const auto scale = share_near(exact(grid.step, kFineBits) / sqrt(Ball::pi(kFineBits) * 2));
  if (!scale) return nullptr;
  std::shared_ptr<DoubleDoubleRule> out(new DoubleDoubleRule(grid, std::move(errors), *scale));
  for (const RuleNode& node : nodes) {
    const auto near = [](const Ball& x, double* off) {
      const NearDoubleDouble found = near_double_double(x);
      *off = kMachineUp * (*off + found.off);
      return found.value;
    };
    Node one{};
    one.growth = near(node.weight.real(), &one.weight_off);
    one.turn = near(node.weight.imag(), &one.weight_off);
    one.log_w.re = near(node.loss.real(), &one.off);
    one.log_w.im = near(node.loss.imag(), &one.off);
    if (!std::isfinite(one.weight_off + one.off)) return nullptr;
    out->nodes_.push_back(one);
  }
  return out;
}

std::shared_ptr<const DoubleDoubleRule> DoubleDoubleRule::kept(const MixtureLaw& law,
                                                               const Grid& grid) {
  struct Key {
    Rational mu, p;
    double shift, step;
    long first, last;
    bool operator==(const Key&) const = default;
  };
  constexpr size_t kMost = 16;
  thread_local KeptFew<Key, std::shared_ptr<const DoubleDoubleRule>> rules(kMost);
  // Checked at each call: the rounding mode may change, and the rules remain in the cache.
  if (!works()) return nullptr;
  return rules.get({law.mu, law.p, grid.shift, grid.step, grid.first, grid.last},
                   [&] { return make(law, grid); });
}

// Computes log w(t + ia). z = mu t - mu^2/2 has an error of at most 3.2 v (|mu t| + mu^2/2) with v = v_. Hence x = e^z
// has a relative error of at most xi, which is 1.01 times the sum of this error and double_double_exp_share(). The
// numbers p cos(a mu), p sin(a mu) and 1 - p have relative errors of at most v, and 0 < a mu < pi/2. Hence Re w = 1 - p
// + p x cos(a mu) has no cancellation. Its error is at most (xi + 4v) Re w, the error of Im w is at most (xi + 2.1v) Im
// w, and the relative error of w is at most xi + 4v. An x below e^-600 counts as 0, and products below the smallest
// normal number have an error of at most 2^-1000. Because 1 - p >= 2^-700, these errors are less than v |w|.
bool DoubleDoubleRule::fill(const MixtureLaw& law) {
  const double a = grid_.shift;
  const auto numbers = numbers_of(law, a);
  if (!numbers) return false;
  for (long j = grid_.first; j <= grid_.last; ++j) {
    const double t = static_cast<double>(j) * grid_.step;
    const DoubleDouble linear = numbers->mu * doubled(t),
                       x = double_double_exp(linear - numbers->half);
    const double share =
        3.3 * v_ * (std::fabs(linear.high) + numbers->half.high) + exp_share_ + 5.4 * v_;
    nodes_.push_back({double_double::two_sum(a, -t) * double_double::two_sum(a, t) * doubled(0.5),
                      double_double::two_product(-a, t),
                      {},
                      HUGE_VAL,
                      0});
    if (!put({numbers->rest + numbers->cosine * x, numbers->sine * x}, share)) return false;
  }
  return true;
}

// For any l, log w = l + log(1 + r) with 1 + r = w e^{-l}. Here l is the logarithm of the standard library, in
// doubles. The relative error of e^{-l} is double_double_exp_share() for each function and v for their product. The
// relative error of w is `share`. The product of the two adds 3v, at a size below 1.01, and the subtraction of 1 adds
// 2.1v. So r has an error of at most d = 1.02 (share + 2 exp_share + 4.1v) + 2.1v. For |r| <= 2^-40 the series r -
// r^2/2 omits at most 2^-121, r^2/2 in doubles has an error of 2^-130, and the sums with l have an error of v (|re l|
// + |im l|) + 4 v |r|. The error d changes log(1 + r) by at most 1.01 d. Both sides are principal values, because Im l
// lies in (-1, 3).
bool DoubleDoubleRule::put(const ComplexDoubleDouble& w, double share) {
  constexpr double kNearOne = 0x1p-40;
  const double re = std::log(std::hypot(w.re.high, w.im.high)),
               im = std::atan2(w.im.high, w.re.high);
  const ComplexDoubleDouble one = times(w, exponential(doubled(-re), doubled(-im)));
  const ComplexDoubleDouble r{one.re - doubled(1), one.im};
  if (!(std::fabs(r.re.high) <= kNearOne / 2 && std::fabs(r.im.high) <= kNearOne / 2)) return false;
  const double x = r.re.high, y = r.im.high;
  Node& node = nodes_.back();
  node.log_w = {doubled(re) + (r.re - doubled((x - y) * (x + y) / 2)),
                doubled(im) + (r.im - doubled(x * y))};
  node.off = 1.05 * kMachineUp * (share + 2 * exp_share_ + 8 * v_ + v_ * sum_of_parts(node.log_w));
  return im > -1 && im < 3;
}

/// The weights W_j = e^{-(t_j + ia)^2/2} w^c that a line sums.
struct DoubleDoubleRule::Weights {
  std::vector<const Node*> nodes;
  std::vector<ComplexDoubleDouble> values;
  double total = 0;  ///< sum of the moduli
  double lost = 0;   ///< sum of the moduli times their relative errors
  double light = 0;  ///< sum of the moduli of the omitted small weights
};

DoubleDoubleRule::Weights DoubleDoubleRule::weights(double c) const {
  constexpr double kLight = 0x1p-106;
  const double each = 2 * exp_share_ + 4 * v_;
  std::vector<DoubleDouble> exponent;
  std::vector<double> sizes;
  double total = 0;
  for (const Node& node : nodes_) {
    exponent.push_back(node.growth + doubled(c) * node.log_w.re);
    sizes.push_back(machine_exp(exponent.back().high));
    total += sizes.back();
  }
  Weights out;
  for (size_t j = 0; j < nodes_.size(); ++j) {
    const Node& node = nodes_[j];
    const double places = std::fabs(node.growth.high) + std::fabs(node.turn.high) +
                          std::fabs(c) * sum_of_parts(node.log_w);
    const double off =
        1.02 * (2.2 * v_ * places + node.weight_off + std::fabs(c) * node.off) + each;
    if (sizes[j] < kLight * total) {
      out.light += off <= kSmallShare ? 1.03 * sizes[j] : HUGE_VAL;
      continue;
    }
    const DoubleDouble angle = node.turn + doubled(c) * node.log_w.im;
    out.nodes.push_back(&node);
    out.values.push_back(exponential(exponent[j], angle));
    const double size = sum_of_parts(out.values.back());
    out.total += size;
    out.lost += off <= kSmallShare ? size * off : HUGE_VAL;
  }
  return out;
}

namespace {

constexpr size_t kLanes = 4;
using Four = std::array<double, kLanes>;

#ifdef __GNUC__
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
#endif

void set_lane(const ComplexDoubleDouble& z, size_t l, ComplexDoubled<Four>* x) {
  x->re.high[l] = z.re.high;
  x->re.low[l] = z.re.low;
  x->im.high[l] = z.im.high;
  x->im.low[l] = z.im.low;
}

#ifdef __GNUC__

PLUMBLINE_ALWAYS_INLINE ComplexDoubled<Lanes> loaded(const ComplexDoubled<Four>& from) {
  ComplexDoubled<Lanes> out;
  std::memcpy(&out.re.high, from.re.high.data(), sizeof(Lanes));
  std::memcpy(&out.re.low, from.re.low.data(), sizeof(Lanes));
  std::memcpy(&out.im.high, from.im.high.data(), sizeof(Lanes));
  std::memcpy(&out.im.low, from.im.low.data(), sizeof(Lanes));
  return out;
}

PLUMBLINE_ALWAYS_INLINE void store(const ComplexDoubled<Lanes>& from, ComplexDoubled<Four>* to) {
  std::memcpy(to->re.high.data(), &from.re.high, sizeof(Lanes));
  std::memcpy(to->re.low.data(), &from.re.low, sizeof(Lanes));
  std::memcpy(to->im.high.data(), &from.im.high, sizeof(Lanes));
  std::memcpy(to->im.low.data(), &from.im.low, sizeof(Lanes));
}

/// Adds from * turn^k for k = 0, .., count - 1 to the sums.
PLUMBLINE_LANES void add_powers(const ComplexDoubled<Four>& from, const ComplexDoubled<Four>& turn,
                                ComplexDoubled<Four>* sums, size_t count) {
  ComplexDoubled<Lanes> at = loaded(from);
  const ComplexDoubled<Lanes> by = loaded(turn);
  for (size_t k = 0; k < count; ++k) {
    const ComplexDoubled<Lanes> sum = loaded(sums[k]);
    store({sum.re + at.re, sum.im + at.im}, &sums[k]);
    at = times(at, by);
  }
}

#else

ComplexDoubleDouble lane(const ComplexDoubled<Four>& x, size_t l) {
  return {{x.re.high[l], x.re.low[l]}, {x.im.high[l], x.im.low[l]}};
}

void add_powers(const ComplexDoubled<Four>& from, const ComplexDoubled<Four>& turn,
                ComplexDoubled<Four>* sums, size_t count) {
  for (size_t l = 0; l < kLanes; ++l) {
    ComplexDoubleDouble at = lane(from, l);
    const ComplexDoubleDouble by = lane(turn, l);
    for (size_t k = 0; k < count; ++k) {
      const ComplexDoubleDouble sum = lane(sums[k], l);
      set_lane({sum.re + at.re, sum.im + at.im}, l, &sums[k]);
      at = times(at, by);
    }
  }
}

#endif

}  // namespace

// BOUND(DOUBLE-DOUBLE-MIXTURE)
// Statement.  Let W_j = e^{b_j + c l_j} be the weights of MACHINE-MIXTURE, f_j their relative errors, S the sum of
//             their moduli, and n the number of nodes that the line sums. S' is the sum of the moduli of the nodes
//             that the line omits, v = 2^-102 and K = K(c). Then
//
//                 |K(c + ikD) - v_k| <= E + r + k s,   r = 1.06 (h/sqrt(2 pi)) (sum f_j |W_j| + 1.5 (n/4 + 8) v S + S')
//                                                           + 2^-800,
//                 s = 1.06 (h/sqrt(2 pi)) sum g_j |W_j|,
//
//             if g_j times the number of values is at most 1/100. Here E = e K + o, e is the discretisation error of
//             the rule at the height of the line relative to K, K <= (|v_0| + o + r)/(1 - e), o is a bound of the sum
//             over the nodes that the rule omits, and g_j = 1.02 D (1.1v (|re l_j| + |im l_j|) + off_j) + 2 exp_share
//             + 5v.
// Needs.      (a) f_j <= 1/100 at all nodes, including the omitted ones; g_j times the number of values is at most
//             1/100 at all summed nodes; e < 1/2: checked here (infinite otherwise). (b) DOUBLE-DOUBLE,
//             DOUBLE-DOUBLE-EXP: works(), here, in make() and in of_nodes(). (c) off_j bounds the distance of l_j:
//             put(), of_nodes(). (d) Im l_j >= 0 for the true l_j: MIXTURE-LINE, TWO-LINE; real for LAPLACE-PATH. (e)
//             e and o for the height of the line: RuleErrors. (f) D (|re l_j| + |im l_j|) in the range of the
//             functions: checked here.
// Proof.      The weights: the exponent of W_j is the sum of b_j and c l_j. For one mixture, the real part of b_j is
//             half the product of the exact differences a - t and a + t, and its imaginary part is -a t, each with a
//             relative error of at most v; otherwise b_j has its own error o_j. l_j has the error off_j, and c l_j
//             adds a relative error of v. The sum adds v. The angle has the same errors. Together the error is at most
//             x = o_j + |c| off_j + 2.2v (|re b_j| + |im b_j| + |c re l_j| + |c im l_j|), and e^x - 1 <= 1.02 x. The
//             functions have relative errors of double_double_exp_share() each, and their product adds v. This gives
//             f_j.
//             The line: let T = e^{iD l_j}. Its modulus is at most 1, because im l_j >= 0 for the true l_j. In the
//             same way T is computed within tau_j = g_j - 3.5v. V_0 is the computed W_j, and V_{k+1} = V_k T, where
//             each product has a relative error of at most 3v. Because |V_k| <= |V_0| e^{k g_j} <= 1.011 |V_0|, the
//             distance of V_k from W_j T^k grows in each step by at most |V_k| (tau_j + 3.1v) <= 1.02 g_j |V_0|. An
//             omitted node contributes at most |W_j| at each k.
//             The sums: four lanes sum n/4 numbers each, and then the lanes are added. The real and the imaginary part
//             lose at most (n/4 + 4)v S each, and together sqrt(2) times that. scale has a relative error of v/2, and
//             its product adds 1.1v. The moduli of the computed weights have relative errors of at most f_j. The
//             modulus of an omitted weight comes from machine_exp, with a relative error of at most 2^-49 and f_j.
//             The range: an exponential computed as 0 is below e^-600. An exponential that overflows contains NaN, and
//             then v_0 contains NaN. A T computed as 0 has an error of e^-600 |W_j|, which g_j includes. Errors below
//             the smallest normal number are at most 2^-990 (S + 1), which 1.5 (n/4 + 8) v S and 2^-800 include. The
//             bounds of the rule itself hold at every y up to the height.
// Slack.      The proof adds up rounding errors as if all had the same sign and the maximum size.
// Source.     The proof of MACHINE-MIXTURE in double-double arithmetic.
DoubleDoubleRule::Line DoubleDoubleRule::line(double c, double D, size_t count) const {
  const Weights at = weights(c);
  std::vector<ComplexDoubled<Four>> sums(count);
  double slope = 0, worst = 0, farthest = 0;
  for (size_t j = 0; j < at.nodes.size(); j += kLanes) {
    ComplexDoubled<Four> from{}, turn{};
    for (size_t l = 0; l < std::min(kLanes, at.nodes.size() - j); ++l) {
      const Node& node = *at.nodes[j + l];
      set_lane(at.values[j + l], l, &from);
      set_lane(exponential(-(doubled(D) * node.log_w.im), doubled(D) * node.log_w.re), l, &turn);
      const double g =
          1.02 * D * (1.1 * v_ * sum_of_parts(node.log_w) + node.off) + 2 * exp_share_ + 5 * v_;
      slope += sum_of_parts(at.values[j + l]) * g;
      worst = std::max(worst, g);
      farthest = std::max(farthest, D * std::fabs(node.log_w.re.high));
    }
    add_powers(from, turn, sums.data(), count);
  }
  const double n = static_cast<double>(at.nodes.size());
  const double per_value = kMachineUp * 1.06 * scale_.high;
  const double rounding =
      per_value * (at.lost + 1.5 * (n / 4 + 8) * v_ * at.total + at.light) + 0x1p-800;
  Line out{std::vector<ComplexDoubleDouble>(count), HUGE_VAL, per_value * slope};
  for (size_t k = 0; k < count; ++k) {
    const auto part = [&](const Doubled<Four>& x) {
      const auto one = [&x](size_t l) { return DoubleDouble{x.high[l], x.low[l]}; };
      return scale_ * ((one(0) + one(1)) + (one(2) + one(3)));
    };
    out.values[k] = {part(sums[k].re), part(sums[k].im)};
  }
  const bool sharp = worst * static_cast<double>(count) <= kSmallShare && std::isfinite(slope);
  constexpr double kFarthest = 0x1p13;  // double_double_turn is valid up to twice this argument
  if (sharp && farthest <= kFarthest && works()) {
    const double height = kMachineUp * D * static_cast<double>(count);
    out.base = quadrature(c, sum_of_parts(out.values[0]), rounding, height);
  }
  return out;
}

/// Returns E + r of DOUBLE-DOUBLE-MIXTURE, if K(c) differs from a number of modulus `value` by at most E + `rounding`.
double DoubleDoubleRule::quadrature(double c, double value, double rounding, double height) const {
  const double e = machine_up(bounds_->discretisation(c, height)),
               omitted = machine_up(bounds_->omitted(c));
  if (!(e < 0.5 && std::isfinite(value + omitted + rounding))) return HUGE_VAL;
  const double K = (value + omitted + rounding) / (1 - e);
  const double all = kMachineUp * (e * K + omitted + rounding);
  return machine_up(bound<"DOUBLE-DOUBLE-MIXTURE">(UpperBound::of(exact(all, kErrorBits))));
}

}  // namespace plumbline::mixture
