#include "reference/mechanisms/gaussian/mixture_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_exps.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/running/kept.hpp"

namespace plumbline::mixture {
namespace {

constexpr double u = kDoubleShare;
constexpr Bits kFine{128}, kRough{64};
constexpr auto kMassDouble = static_cast<double>(kMassShare);
constexpr double kNear = 0.25;   // limit of the argument of less_one
constexpr double kSmall = 0.01;  // relative errors up to this have negligible squares
constexpr double kLeastSize = 0x1p-1000;

/// Four nodes, which the processor multiplies at once.
struct Four {
  static constexpr size_t kSize = 4;
  double re[kSize] = {}, im[kSize] = {};
};

/// Returns a double within a relative error of 2u of the number in the ball; nothing if there is none.
std::optional<double> double_near(const Ball& x) {
  const double d = x.approximate();
  const Ball most = exact(std::fabs(d), kFine) * exact(2 * u, kFine);
  if (!certainly_at_most(abs(x - exact(d, kFine)), most)) return std::nullopt;
  return d;
}

}  // namespace

std::string MachineRule::identity_of(const MixtureLaw& law) {
  return "mixture " + law.mu.text() + " " + law.p.text();
}

std::shared_ptr<const MachineRule> MachineRule::make(const MixtureLaw& law, const Grid& grid) {
  // These limits ensure that all nodes, the multiples of the step, are exact doubles.
  constexpr long kFarthest = 2000;
  const bool fits = grid.step > 0 && grid.step == rounded_down(grid.step, 24) && grid.shift > 0 &&
                    grid.last > grid.first && grid.first > -kFarthest && grid.last < kFarthest;
  if (!fits || !law.window.whole() || !rounds_to_nearest()) return nullptr;
  std::shared_ptr<MachineRule> out(
      new MachineRule(identity_of(law), grid, std::make_shared<RuleBounds>(law, grid)));
  return out->fill(law) ? out : nullptr;
}

std::shared_ptr<const MachineRule> MachineRule::of_nodes(std::string identity, const Grid& grid,
                                                         const std::vector<RuleNode>& nodes,
                                                         RuleErrorsPtr errors) {
  constexpr size_t kMost = 1UL << 12U;
  if (nodes.empty() || nodes.size() >= kMost || !(grid.step > 0)) return nullptr;
  std::shared_ptr<MachineRule> out(new MachineRule(std::move(identity), grid, std::move(errors)));
  for (const RuleNode& node : nodes) {
    // Returns a double near the number in the ball, and adds its distance to *off.
    const auto near = [](const Ball& x, double* off) {
      const double d = x.approximate();
      *off = kMachineUp * (*off + machine_up(x - exact(d, kFine)));
      return d;
    };
    double weight_off = 0, off = 0;
    out->growth_.push_back(near(node.weight.real(), &weight_off));
    out->turn_.push_back(near(node.weight.imag(), &weight_off));
    out->re_.push_back(near(node.loss.real(), &off));
    out->im_.push_back(near(node.loss.imag(), &off));
    out->weight_off_.push_back(weight_off);
    out->off_.push_back(off);
    if (!std::isfinite(weight_off + off)) return nullptr;
  }
  return out;
}

std::shared_ptr<const MachineRule> MachineRule::kept(const MixtureLaw& law, const Grid& grid) {
  struct Key {
    Rational mu, p;
    double shift, step;
    long first, last;
    bool operator==(const Key&) const = default;
  };
  constexpr size_t kMost = 16;
  thread_local KeptFew<Key, std::shared_ptr<const MachineRule>> rules(kMost);
  // Checked at each call: the rounding mode may change, and the rules remain in the cache.
  if (!rounds_to_nearest()) return nullptr;
  return rules.get({law.mu, law.p, grid.shift, grid.step, grid.first, grid.last},
                   [&] { return make(law, grid); });
}

namespace {

/// Computes e^l - 1 with an error of at most 9u |l|, if the parts of l are at most 1/4 in modulus. Each step q = 1 + l
/// q'/k, k >= 2, adds an error of u to both parts of q, and to l q'/k an error of 4u and the error of q'. Together
/// these are at most 3u, because |l| <= 0.36 and |q| <= 1.2. The last product has a relative error of 3u. The omitted
/// part of the series is below 2^-70 |l|.
MachineComplex less_one(const MachineComplex& l) {
  constexpr int kTerms = 16;
  MachineComplex q{1, 0};
  for (int k = kTerms; k >= 2; --k) {
    const MachineComplex x = times(l, q);
    q = {1 + x.re / k, x.im / k};
  }
  return times(l, q);
}

}  // namespace

// Computes log w(t + ia) in doubles. At the nodes e^z is a geometric sequence. Let v = kMassShare. The i-th member of
// the sequence, computed from two numbers with relative errors of at most 2v, has a relative error of at most (3i +
// 3)v, and its double x one of at most (3i + 3)v + u. p cos(a mu), p sin(a mu) and p have relative errors of at most
// 2u, and 0 < a mu < pi/2. So w - 1 = p(cos(a mu) e^z - 1) + i p sin(a mu) e^z has an error of at most d0 = 1.01 ((p
// cos + p sin) x (5u + (3i + 3)v) + 3u p).
// First case: l is any number with parts up to 1/4 in modulus. Let d be the computed difference of w - 1 and e^l - 1,
// which has an error of 9u |l| and a relative error of u. Then log w = l + log(1 + r e^{-l}) with |r| <= 1.01 |d| + d0
// + 9u |l|. Because |e^{-l}| <= 1.285, and |log(1 + x)| <= 1.01 |x| for |x| <= 1/100, l differs from log w by at most
// 1.31 (|d| + d0 + 9u |l|).
// Second case: l is any number. Then log w = l + log(1 + d) with 1 + d = w e^{-l}. Both parts of w have relative
// errors of at most 8u + (3i + 3)v, because 1 - p + p x cos(a mu) has no cancellation. machine_exp and machine_turn
// have errors of at most 8u. The product of the two, the product with w and the subtraction of 1 add at most 6u. So d
// has an error of at most 32u + (3i + 3)v (1.01 times that for the squares), and |log(1 + d)| <= 1.01 |d| for |d| <=
// 0.01.
// In both cases l + log(..) is the principal value, because Im l lies in (-1, 3).
bool MachineRule::fill(const MixtureLaw& law) {
  const Ball mu(law.mu, kFine), p(law.p, kFine), h = exact(grid_.step, kFine);
  const double a = grid_.shift;
  const Ball angle = mu * exact(a, kFine);
  if (!certainly_less(angle * 2, Ball::pi(kFine))) return false;
  const ComplexBall turn = exp(ComplexBall(Ball(kFine), angle));
  const auto rate = double_near(p), rest = double_near(Ball(Rational(1) - law.p, kFine)),
             cosine = double_near(p * turn.real()), sine = double_near(p * turn.imag());
  const auto start = machine_mass(exp(mu * (h * grid_.first - mu / 2))),
             factor = machine_mass(exp(mu * h));
  if (!rate || !rest || !cosine || !sine || !start || !factor) return false;
  MachineMass e = *start;
  for (long j = grid_.first; j <= grid_.last; ++j, e *= *factor) {
    const double t = static_cast<double>(j) * grid_.step, x = static_cast<double>(e);
    if (!(x < 1e300)) return false;
    const double share = (3 * static_cast<double>(j - grid_.first) + 3) * kMassDouble;
    const MachineComplex less{*cosine * x - *rate, *sine * x};
    const double off = 1.01 * ((*cosine + *sine) * x * (5 * u + share) + 3 * u * *rate);
    if (!put({*rest + *cosine * x, less.im}, less, off, 8 * u + share)) return false;
    growth_.push_back((a - t) * (a + t) / 2);
    turn_.push_back(-(a * t));
    weight_off_.push_back(0);
  }
  return true;
}

/// Appends log w to the rule. `less` approximates w - 1 with an error of at most `less_off`, and `w` approximates each
/// part of w with a relative error of at most `share`. Returns false if the error is too large.
bool MachineRule::put(const MachineComplex& w, const MachineComplex& less, double less_off,
                      double share) {
  const double squares = 2 * less.re + less.re * less.re + less.im * less.im;
  const MachineComplex l{std::log1p(squares) / 2, std::atan2(less.im, w.re)};
  re_.push_back(l.re);
  im_.push_back(l.im);
  if (std::fabs(l.re) <= kNear && std::fabs(l.im) <= kNear) {
    const MachineComplex found = less_one(l);
    const double d = std::fabs(less.re - found.re) + std::fabs(less.im - found.im),
                 off = d + less_off + 9 * u * (std::fabs(l.re) + std::fabs(l.im));
    off_.push_back(1.31 * kMachineUp * off + 0x1p-900);
    return off <= kSmall / 2;
  }
  const double size = machine_exp(-l.re), elementary = 2 * elementary_share();
  const MachineComplex back = machine_turn(-l.im);
  const MachineComplex one = times(w, {size * back.re, size * back.im});
  const double d = std::fabs(one.re - 1) + std::fabs(one.im) + 1.01 * (elementary + 8 * u + share);
  off_.push_back(1.02 * d);
  return d <= kSmall && l.im > -1 && l.im < 3;
}

MachineOrder::MachineOrder(std::shared_ptr<const MachineRule> rule, double c)
    : rule_(std::move(rule)), c_(c) {
  constexpr double kInverse = 0.3989422804014326779;  // 1/sqrt(2 pi)
  const MachineRule& r = *rule_;
  const double each = 2 * elementary_share() + 4 * u;
  scale_ = r.grid_.step * kInverse;
  const size_t n = r.size();
  std::vector<double> exponent(n), angle(n);
  for (size_t j = 0; j < n; ++j) {
    const double x = c * r.re_[j], y = c * r.im_[j];
    exponent[j] = r.growth_[j] + x;
    angle[j] = r.turn_[j] + y;
    const double sizes =
        5 * u * (std::fabs(r.growth_[j]) + std::fabs(x) + std::fabs(r.turn_[j]) + std::fabs(y));
    off_.push_back(1.02 * (sizes + r.weight_off_[j] + std::fabs(c) * r.off_[j]) + each);
  }
  machine_exps(exponent, &size_);
  machine_turns(angle, &re_, &im_);
  for (size_t j = 0; j < n; ++j) {
    re_[j] *= size_[j];
    im_[j] *= size_[j];
  }
  sum_up();
}

// BOUND(MACHINE-MIXTURE)
// Statement.  Let W_j = e^{b_j + c l_j} be the weights of the n nodes (for sampled Gaussian steps b_j = -(t_j+ia)^2/2
//             and l_j = log w), S the sum of their moduli, f_j their relative errors, F = sum f_j |W_j| and u = 2^-53.
//             Then
//
//                 |K(c) - value| <= E = (e K + o) + r,   r = 1.06 (h/sqrt(2 pi)) (F + 1.5 (n/8 + 8) u S) + 2^-900,
//
//             where e is the discretisation error of the rule at y = 0 relative to K = K(c) <= (value + o + r)/(1 -
//             e), and o bounds the sum over the nodes that the rule omits. On a line, E contains the e for the height
//             of the line, every m-th factor e^{ikD l_j} is computed directly (m = 16 to 32), and the other factors
//             are products with e^{iD l_j}. The values v_k on a line satisfy |K(c + ikD) - v_k| <= E + b + k s if k
//             g_j + (m + 1) (16 + 8) u <= 1/100. Here b = 1.06 (h/sqrt(2 pi)) (sum_j |W_j| ((16 + 8) u + m (e_j + 4u))
//             + S'), and S' is the sum of the moduli of the nodes that the line omits. e_j = (2 + 9 D (|re l_j| + |im
//             l_j|)) u if D |re l_j| and D |im l_j| are at most 1/4 each, otherwise e_j = 18u. Further, s = 1.06
//             (h/sqrt(2 pi)) sum g_j |W_j| and g_j = 1.02 D (5u (|re l_j| + |im l_j|) + off_j). For y >= Y,
//
//                 |K(c+iy)| <= (e K + o) + (1 + 2^-20) (h/sqrt(2 pi)) sum_j |W_j| e^{-Y im l_j} (1 + f_j + ..).
// Needs.      (a) f_j <= 1/100, e < 1/2: checked here (infinite otherwise). (b) Fewer than 2^12 nodes: make() and
//             of_nodes(). (c) Rounding to nearest: make(), sum_up(), line() and far(), each time. (d) Y > 0: checked
//             in far(). (e) off_j bounds the distance of l_j: fill(), of_nodes(). (f) Im l_j >= 0 for the true l_j,
//             and Im l_j > 0 if RuleErrors::far() returns nothing: MIXTURE-LINE, TWO-LINE; for LAPLACE-PATH, with
//             nodes on the real line, Im l_j = 0. (g) e and o for the height of the line, and for all heights if
//             RuleErrors::far() returns nothing: RuleErrors. (h) y |re l_j| in the range of the functions: checked in
//             line().
// Proof.      The weights: the exponent of W_j is the sum of b_j and c l_j. For sampled Gaussian steps, the real part
//             of b_j is half the product of a - t_j and a + t_j, and its imaginary part is -a t_j, where a and t_j are
//             exact numbers of few bits: both have relative errors of at most 3u. Otherwise b_j has its own error o_j.
//             l_j has the error off_j, and c l_j adds a relative error of u. The sum adds u. The angle has the same
//             errors. Together the error is at most x = o_j + |c| off_j + 5u (|re b_j| + |im b_j| + |c re l_j| + |c im
//             l_j|), and e^x - 1 <= 1.02 x. The functions have relative errors of elementary_share() each, and
//             products with them add 2u. This gives f_j.
//             The sums: n products are summed in four or eight lanes of at most n/8 + 1 numbers. The real and the
//             imaginary part lose at most (n/8 + 5)u S each, and together sqrt(2) times that. scale has a relative
//             error of 2u, and its product adds u. A modulus that machine_exp computes as 0 is below e^-700. The
//             moduli of the computed W_j differ from the true ones by at most f_j, which accounts for 1.02 of the
//             factor 1.06.
//             The line: the modulus of a factor e^{ikD l_j} is at most 1, because im l_j >= 0. Its relative error has
//             the following parts: k D off_j for l_j, 3u k D (|re l_j| + |im l_j|) for its two exponents,
//             elementary_share() for each function, and u for their product. Its product with the weight adds 3u. Each
//             of the m - 1 further factors e^{iD l_j} has an error of this kind, or of (9 |x'| + 2) u if it is
//             computed as 1 + less_one(x') with x' = iD l_j; its product adds 3u. Write k = m q + r. The parts with m
//             q D and with r D make up k g_j. The rest is at most 16u + 4u and m times e_j + 3u. An omitted node
//             contributes W_j e^{ikD l_j}, of modulus at most |W_j|. The bounds of the rule itself hold at every y up
//             to the height.
//             Far: the bound is the rule itself, with |e^{iy l_j}| = e^{-y im l_j} <= e^{-Y im l_j}, because im l_j >
//             0. MIXTURE-LINE and TWO-LINE bound the error of the rule for all y >= 0.
// Slack.      The proof adds up rounding errors as if all had the same sign.
// Source.     Brent, Percival and Zimmermann 2007 for complex products; otherwise elementary.
void MachineOrder::sum_up() {
  double lanes[2 * Four::kSize] = {}, worst = 0;
  for (size_t j = 0; j < re_.size(); ++j) {
    lanes[j % (2 * Four::kSize)] += re_[j];
    total_ += size_[j];
    lost_ += size_[j] * off_[j];
    worst = std::max(worst, off_[j]);
  }
  const double n = static_cast<double>(re_.size());
  value_ = scale_ * (((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
                     ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7])));
  rounding_ = 1.06 * kMachineUp * scale_ * (lost_ + 1.5 * (n / 8 + 8) * u * total_) + 0x1p-900;
  const double e = machine_up(rule_->bounds_->discretisation(c_, 0));
  omitted_ = machine_up(rule_->bounds_->omitted(c_));
  error_ = HUGE_VAL;
  most_ = HUGE_VAL;
  if (!(worst <= kSmall && e < 0.5 && std::isfinite(value_)) || !rounds_to_nearest()) return;
  most_ = kMachineUp * (value_ + omitted_ + rounding_) / (1 - e);
  const double all = kMachineUp * (quadrature_to(0) + rounding_);
  error_ = machine_up(bound<"MACHINE-MIXTURE">(UpperBound::of(exact(all, kRough))));
}

/// Returns e K + o of BOUND(MACHINE-MIXTURE) for 0 <= y <= height.
double MachineOrder::quadrature_to(double height) const {
  const double e = machine_up(rule_->bounds_->discretisation(c_, height));
  return kMachineUp * (e * most_ + omitted_);
}

Ball MachineOrder::ball(Bits p) const {
  if (!std::isfinite(error_)) return Ball::indeterminate(p);
  return widen(exact(value_, p), UpperBound::of(exact(error_, p)));
}

namespace {

/// Returns m of MACHINE-MIXTURE: every m-th factor e^{ikD l_j} is computed directly, the others as products. Each
/// product loses more accuracy than a function evaluation.
size_t steps_at_once(size_t count) { return std::clamp<size_t>(count / 16, 16, 32); }

#ifdef __GNUC__
using Lanes = double __attribute__((vector_size(Four::kSize * sizeof(double))));
#endif

/// Adds sum_j from_j turn_j^k for k = 0, .., count - 1 to the sums, for two groups of four nodes.
PLUMBLINE_LANES void add_powers(const Four* from, const Four* turn, Four* sums, size_t count) {
#ifdef __GNUC__
  const auto load = [](const double* x, Lanes* out) { std::memcpy(out, x, sizeof(Lanes)); };
  Lanes re[2], im[2], turn_re[2], turn_im[2];
  for (size_t i = 0; i < 2; ++i) {
    load(from[i].re, &re[i]);
    load(from[i].im, &im[i]);
    load(turn[i].re, &turn_re[i]);
    load(turn[i].im, &turn_im[i]);
  }
  for (size_t k = 0; k < count; ++k) {
    Lanes sum_re, sum_im;
    load(sums[k].re, &sum_re);
    load(sums[k].im, &sum_im);
    sum_re += re[0] + re[1];
    sum_im += im[0] + im[1];
    std::memcpy(sums[k].re, &sum_re, sizeof(Lanes));
    std::memcpy(sums[k].im, &sum_im, sizeof(Lanes));
    for (size_t i = 0; i < 2; ++i) {
      const Lanes next = re[i] * turn_re[i] - im[i] * turn_im[i];
      im[i] = re[i] * turn_im[i] + im[i] * turn_re[i];
      re[i] = next;
    }
  }
#else
  Four at[2] = {from[0], from[1]};
  for (size_t k = 0; k < count; ++k) {
    for (size_t l = 0; l < Four::kSize; ++l) {
      sums[k].re[l] += at[0].re[l] + at[1].re[l];
      sums[k].im[l] += at[0].im[l] + at[1].im[l];
      for (size_t i = 0; i < 2; ++i) {
        const double next = at[i].re[l] * turn[i].re[l] - at[i].im[l] * turn[i].im[l];
        at[i].im[l] = at[i].re[l] * turn[i].im[l] + at[i].im[l] * turn[i].re[l];
        at[i].re[l] = next;
      }
    }
  }
#endif
}

/// Returns the numbers in groups of four, padded with zeros to an even number of groups.
std::vector<Four> fours(const std::vector<double>& re, const std::vector<double>& im) {
  constexpr size_t kPair = 2 * Four::kSize;
  std::vector<Four> out(2 * ((re.size() + kPair - 1) / kPair));
  for (size_t j = 0; j < re.size(); ++j) {
    out[j / Four::kSize].re[j % Four::kSize] = re[j];
    out[j / Four::kSize].im[j % Four::kSize] = im[j];
  }
  return out;
}

}  // namespace

struct MachineOrder::Heavy {
  std::vector<double> l_re, l_im, W_re, W_im, size, off;
  double light = 0;  ///< sum of the moduli of all other weights
};

MachineOrder::Heavy MachineOrder::heavy() const {
  constexpr double kLight = 0x1p-60;
  const MachineRule& r = *rule_;
  Heavy out;
  for (size_t j = 0; j < size_.size(); ++j) {
    if (!(size_[j] > kLight * total_)) {
      out.light += size_[j];
      continue;
    }
    out.l_re.push_back(r.re_[j]);
    out.l_im.push_back(r.im_[j]);
    out.W_re.push_back(re_[j]);
    out.W_im.push_back(im_[j]);
    out.size.push_back(size_[j]);
    out.off.push_back(r.off_[j]);
  }
  return out;
}

/// The factors e^{iy l_j} of the nodes.
class MachineOrder::Turns {
 public:
  explicit Turns(const Heavy& nodes) : nodes_(nodes) {}

  void turn_by(double y) {
    const size_t n = nodes_.size.size();
    exponent_.resize(n);
    angle_.resize(n);
    for (size_t j = 0; j < n; ++j) {
      exponent_[j] = -(y * nodes_.l_im[j]);
      angle_[j] = y * nodes_.l_re[j];
    }
    machine_exps(exponent_, &size_);
    machine_turns(angle_, &re, &im);
    for (size_t j = 0; j < n; ++j) {
      re[j] *= size_[j];
      im[j] *= size_[j];
    }
  }

  /// Computes e^{iy l_j} for small y, more accurately near 1. Returns the maximum relative errors e_j.
  std::vector<double> turn_a_little(double y) {
    turn_by(y);
    std::vector<double> lost(re.size(), 18 * u);
    for (size_t j = 0; j < re.size(); ++j) {
      const MachineComplex x{-(y * nodes_.l_im[j]), y * nodes_.l_re[j]};
      if (!(std::fabs(x.re) <= kNear && std::fabs(x.im) <= kNear)) continue;
      const MachineComplex less = less_one(x);
      re[j] = 1 + less.re;
      im[j] = less.im;
      lost[j] = (2 + 9 * (std::fabs(x.re) + std::fabs(x.im))) * u;
    }
    return lost;
  }

  /// Computes W_j e^{iy l_j}.
  void weigh_by(double y) {
    turn_by(y);
    for (size_t j = 0; j < re.size(); ++j) {
      const MachineComplex v = times({nodes_.W_re[j], nodes_.W_im[j]}, {re[j], im[j]});
      re[j] = v.re;
      im[j] = v.im;
    }
  }

  std::vector<double> re, im;

 private:
  const Heavy& nodes_;
  std::vector<double> exponent_, angle_, size_;
};

MachineOrder::Line MachineOrder::line(double D, size_t count) const {
  const Heavy nodes = heavy();
  const size_t n = nodes.size.size(), steps = steps_at_once(count);
  const double each = 2 * elementary_share() + 8 * u, many = static_cast<double>(steps);
  Turns turns(nodes);
  const std::vector<double> lost = turns.turn_a_little(D);
  const std::vector<Four> turn = fours(turns.re, turns.im);
  const double height = kMachineUp * D * static_cast<double>(count);
  double slope = 0, worst = 0, products = 0, farthest = 0;
  for (size_t j = 0; j < n; ++j) {
    const double l = std::fabs(nodes.l_re[j]) + std::fabs(nodes.l_im[j]);
    const double g = 1.02 * D * (5 * u * l + nodes.off[j]);
    slope += nodes.size[j] * g;
    products += nodes.size[j] * (each + many * (lost[j] + 4 * u));
    worst = std::max(worst, g);
    farthest = std::max(farthest, height * std::fabs(nodes.l_re[j]));
  }
  std::vector<Four> sums(count);
  for (size_t k = 0; k < count; k += steps) {
    turns.weigh_by(static_cast<double>(k) * D);
    const std::vector<Four> at = fours(turns.re, turns.im);
    for (size_t i = 0; i < at.size(); i += 2) {
      add_powers(&at[i], &turn[i], &sums[k], std::min(steps, count - k));
    }
  }
  const double per_value = kMachineUp * 1.06 * scale_;
  Line out{std::vector<MachineComplex>(count),
           kMachineUp * (quadrature_to(height) + rounding_ + per_value * (products + nodes.light)),
           per_value * slope};
  const bool sharp = worst * static_cast<double>(count) + (many + 1) * each <= kSmall;
  // machine_turn is invalid beyond this argument.
  constexpr double kFarthest = 0x1p14 / kMachineUp;
  const bool known = std::isfinite(error_) && std::isfinite(out.base) && farthest <= kFarthest;
  if (!sharp || !known || !std::isfinite(slope) || !rounds_to_nearest()) out.base = HUGE_VAL;
  for (size_t k = 0; k < count; ++k) {
    const Four& s = sums[k];
    out.values[k] = {scale_ * ((s.re[0] + s.re[1]) + (s.re[2] + s.re[3])),
                     scale_ * ((s.im[0] + s.im[1]) + (s.im[2] + s.im[3]))};
  }
  return out;
}

/// Returns e^{-Y im l_j} for each node.
std::vector<double> MachineOrder::falls(double Y) const {
  std::vector<double> exponent(size_.size()), out;
  for (size_t j = 0; j < exponent.size(); ++j) exponent[j] = -(Y * rule_->im_[j]);
  machine_exps(exponent, &out);
  return out;
}

double MachineOrder::far(double Y) const {
  if (!(Y > 0) || !std::isfinite(error_) || !rounds_to_nearest()) return HUGE_VAL;
  const MachineRule& r = *rule_;
  if (const auto own = r.bounds_->far(c_, Y)) return *own;
  const double each = elementary_share() + 8 * u;
  double sum = 0;
  const std::vector<double> left = falls(Y);
  for (size_t j = 0; j < size_.size(); ++j) {
    const double y = Y * r.im_[j];
    const double off = 1.02 * (2 * u * std::fabs(y) + Y * r.off_[j]) + each;
    if (!(off <= kSmall)) return HUGE_VAL;
    // kLeastSize bounds the exponentials that are computed as 0.
    sum += size_[j] * (left[j] * (1 + 1.02 * (off + off_[j])) + kLeastSize) + kLeastSize;
  }
  return kMachineUp * (scale_ * sum * kMachineUp + quadrature_to(0));
}

double MachineOrder::rough_far(double Y) const {
  if (const auto own = rule_->bounds_->rough_far(c_, Y)) return *own / value_;
  double sum = 0;
  const std::vector<double> left = falls(Y);
  for (size_t j = 0; j < size_.size(); ++j) sum += size_[j] * left[j];
  return scale_ * sum / value_;
}

double MachineOrder::mean_angle() const {
  if (const auto first = rule_->bounds_->first_frequency()) return 0.5 / *first;
  double sum = 0;
  for (size_t j = 0; j < size_.size(); ++j) sum += size_[j] * rule_->im_[j];
  return sum / total_;
}

}  // namespace plumbline::mixture
