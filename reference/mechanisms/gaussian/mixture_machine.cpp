#include "reference/mechanisms/gaussian/mixture_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/machine_up.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/mechanisms/gaussian/mixture_bounds.hpp"

namespace plumbline::mixture {
namespace {

constexpr double u = kDoubleShare;
constexpr Bits kFine{128}, kRough{64};
constexpr double kSmall = 0.01;  // shares up to here have small squares
constexpr double kLeastSize = 0x1p-1000;

/// A double within 2u of the ball's number.
std::optional<double> double_near(const Ball& x) {
  const double d = x.approximate();
  const Ball most = exact(std::fabs(d), kFine) * exact(2 * u, kFine);
  if (!certainly_at_most(abs(x - exact(d, kFine)), most)) return std::nullopt;
  return d;
}

// BOUND(MACHINE-OMITTED)
// Statement.  The nodes on Im u = a left out weigh in K(s), Re s = c, at most growth(a) times the sum of both
//             sides, with g(x) = (h/sqrt(2 pi) + 1/2) e^{-x^2/2}, t the first of them,
//
//                 (w e^{-z})^c e^{c(c-1) mu^2/2} g(t - c mu)    right, c >= 0, t >= c mu,
//                 w(t)^c g(t)                                   left, c >= 0, t <= 0,
//                 (1-p)^c g(t)                                  c < 0, |t| on its side of 0, a mu <= pi/2.
//
// Needs.      The places of t and the angle: checked here (infinite otherwise).
// Proof.      MIXTURE-TAILS and MIXTURE-STRIP without window, with P(N > x) <= e^{-x^2/2}/2 for x >= 0 and
//             h phi(x) = (h/sqrt(2 pi)) e^{-x^2/2}.
// Source.     Elementary.
UpperBound machine_omitted(const MixtureLaw& law, const Grid& grid, double c) {
  const Bits p = kRough;
  const Ball h = exact(grid.step, p), a = exact(grid.shift, p), cc = exact(c, p), mu(law.mu, p);
  const Ball right = h * (grid.last + 1), left = h * (grid.first - 1), zero(p);
  const Ball share = h / sqrt(Ball::pi(p) * 2) + exact(0.5, p);
  const auto g = [&](const Ball& log_size, const Ball& x) {
    return exp(log_size - square(x) / 2) * share;
  };
  if (!certainly_at_most(left, zero) || !certainly_at_most(zero, right)) {
    return UpperBound::infinite();
  }
  Ball sum(p);
  if (c < 0) {
    if (!certainly_at_most(a * mu, Ball::pi(p) / 2)) return UpperBound::infinite();
    const Ball power = cc * log(Ball(Rational(1) - law.p, p));
    sum = g(power, left) + g(power, right);
  } else {
    const Ball beyond = right - cc * mu, z = log_ratio_normal(law, right);
    if (!certainly_at_most(zero, beyond)) return UpperBound::infinite();
    const Ball tilted = cc * (log(ratio(law, right)) - z + (cc - 1) * square(mu) / 2);
    sum = g(tilted, beyond) + g(cc * log(ratio(law, left)), left);
  }
  return bound<"MACHINE-OMITTED">(UpperBound::of(sum * growth(law, a)));
}

/// The share of K(c) that the rule's discretisation is: of MIXTURE-LINE, whose M is at most so many K(c), as
/// K(c) >= 1 for c < 0.
Ball discretisation(const MixtureLaw& law, const Grid& grid, double c) {
  const Bits p = kRough;
  const Ball one = Ball::integer(1, p), twice = exact(grid.shift, p) * 2;
  const Ball angle = twice * Ball(law.mu, p);
  if (!certainly_less(angle, Ball::pi(p))) return Ball::indeterminate(p);
  Ball M = one;
  if (c < 0) {
    M = cosine_factor(law, twice, c);
    if (certainly_at_most(angle, Ball::pi(p) / 2)) {
      const Ball flat = exp(exact(c, p) * log(Ball(Rational(1) - law.p, p)));
      M = M.is_finite() ? min(M, flat) : flat;
    }
  }
  return (one + growth(law, twice) * M) * edge_share(grid.shift, grid.step);
}

}  // namespace

std::shared_ptr<const MachineRule> MachineRule::make(const MixtureLaw& law, const Grid& grid) {
  // All j h are doubles.
  constexpr long kFarthest = 2000;
  const bool fits = grid.step > 0 && grid.step == rounded_down(grid.step, 24) && grid.shift > 0 &&
                    grid.last > grid.first && grid.first > -kFarthest && grid.last < kFarthest;
  if (!fits || !law.window.whole() || !rounds_to_nearest()) return nullptr;
  std::shared_ptr<MachineRule> out(new MachineRule(law, grid));
  return out->fill() ? out : nullptr;
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
  return rules.get({law.mu, law.p, grid.shift, grid.step, grid.first, grid.last},
                   [&] { return make(law, grid); });
}

// log w(t + ia) in doubles: e^z at the nodes is a geometric sequence: with v = kMassShare its i-th member, from
// two numbers within 2v, is within (3i + 3)v, and as a double u more. p cos(a mu), p sin(a mu) and 1 - p are within
// 2u, and 0 < a mu < pi/2, so that nothing cancels in w: both its parts are within 7u + (3i + 3)v. For any l,
// log w = l + log(1 + d) with 1 + d = w e^{-l}; machine_exp and machine_turn are within 8u, the product of the two,
// that with w, and taking 1 away lose at most 6u: d is known within 32u + (3i + 3)v (1.01 for the squares), and
// |log(1 + d)| <= 1.01 |d| for |d| <= 0.01. It is the principal value, as Im l lies in (-1, 3).
bool MachineRule::fill() {
  const Ball mu(law_.mu, kFine), rate(law_.p, kFine), h = exact(grid_.step, kFine);
  const double a = grid_.shift;
  const Ball angle = mu * exact(a, kFine);
  if (!certainly_less(angle * 2, Ball::pi(kFine))) return false;
  const ComplexBall turn = exp(ComplexBall(Ball(kFine), angle));
  const auto rest = double_near(Ball(Rational(1) - law_.p, kFine)),
             cosine = double_near(rate * turn.real()), sine = double_near(rate * turn.imag());
  const auto start = machine_mass(exp(mu * (h * grid_.first - mu / 2))),
             factor = machine_mass(exp(mu * h));
  if (!rest || !cosine || !sine || !start || !factor) return false;
  const double elementary = 2 * elementary_share(), v = static_cast<double>(kMassShare);
  MachineMass e = *start;
  for (long j = grid_.first; j <= grid_.last; ++j, e *= *factor) {
    const double t = static_cast<double>(j) * grid_.step, x = static_cast<double>(e);
    const MachineComplex w{*rest + *cosine * x, *sine * x};
    const double re = std::log(w.re * w.re + w.im * w.im) / 2, im = std::atan2(w.im, w.re);
    const double size = machine_exp(-re);
    const MachineComplex back = machine_turn(-im);
    const MachineComplex one = times(w, {size * back.re, size * back.im});
    const double i = static_cast<double>(j - grid_.first);
    const double d =
        std::fabs(one.re - 1) + std::fabs(one.im) + 1.01 * (elementary + 16 * u) + 4 * (i + 1) * v;
    const bool sharp = d <= kSmall && im > -1 && im < 3 && x < 1e300;
    if (!sharp) return false;
    growth_.push_back((a - t) * (a + t) / 2);
    turn_.push_back(-(a * t));
    re_.push_back(re);
    im_.push_back(im);
    off_.push_back(1.02 * d);
  }
  return true;
}

MachineOrder::MachineOrder(std::shared_ptr<const MachineRule> rule, double c)
    : rule_(std::move(rule)), c_(c) {
  constexpr double kInverse = 0.3989422804014326779;  // 1/sqrt(2 pi)
  const MachineRule& r = *rule_;
  const double each = 2 * elementary_share() + 4 * u;
  scale_ = r.grid_.step * kInverse;
  for (size_t j = 0; j < r.size(); ++j) {
    const double x = c * r.re_[j], y = c * r.im_[j];
    const double size = machine_exp(r.growth_[j] + x);
    const MachineComplex turn = machine_turn(r.turn_[j] + y);
    re_.push_back(size * turn.re);
    im_.push_back(size * turn.im);
    size_.push_back(size);
    const double exponent =
        5 * u * (std::fabs(r.growth_[j]) + std::fabs(x) + std::fabs(r.turn_[j]) + std::fabs(y));
    off_.push_back(1.02 * (exponent + std::fabs(c) * r.off_[j]) + each);
  }
  sum_up();
}

// BOUND(MACHINE-MIXTURE)
// Statement.  With weights W_j = e^{-(t_j+ia)^2/2} w^c, their sizes summed S, the shares f_j that they are off by,
//             F = sum f_j |W_j|, n nodes, and u = 2^-53,
//
//                 |K(c) - value| <= E = (e K + o) + r,   r = 1.06 (h/sqrt(2 pi)) (F + 2 (n + 6) u S) + 2^-900,
//
//             e the rule's discretisation as a share of K = K(c) <= (value + o + r)/(1 - e), o the nodes left
//             out. On the line, where every m-th factor e^{ikD l_j} is computed anew (m = 16 to 64) and the others
//             are products of e^{iD l_j}, |K(c + ikD) - v_k| <= E + b + k s with
//             b = 1.06 (h/sqrt(2 pi)) (m + 1) (16 + 8) u S,
//             s = 1.06 (h/sqrt(2 pi)) sum g_j |W_j|, g_j = 1.02 D (5u (|re l_j| + |im l_j|) + off_j), as long
//             as k g_j + (m + 1) (16 + 8) u <= 1/100. For y >= Y,
//
//                 |K(c+iy)| <= (e K + o) + (1 + 2^-20) (h/sqrt(2 pi)) sum_j |W_j| e^{-Y im l_j} (1 + f_j + ..).
//
// Needs.      (a) f_j <= 1/100, e < 1/2: checked here (infinite otherwise). (b) Fewer than 2^12 nodes: make().
//             (c) Rounding to nearest: make(). (d) Y > 0: checked in far(). (e) off_j >= |l_j - log w|: fill().
// Proof.      The exponent of W_j is a sum of a product of exact numbers (a, t_j of few bits: a - t, a + t, their
//             product, 3u), c times l_j (off_j, u) and a sum (u), and so is its angle: 5u of the four sizes
//             and |c| off_j, together x, and e^x - 1 <= 1.02 x. The functions lose elementary_share() each, and
//             products with them 2u: f_j. Sums of n products lose (n + 1)u of S in each of their two parts;
//             scale is within 2u and its product loses u. A size that machine_exp gives as 0 is below e^-700.
//             From the true W_j to the computed ones sizes change by f_j at most: 1.02 of the 1.06.
//             The line: a factor e^{ikD l_j}, of size at most 1 as im l_j >= 0, is off by k D off_j for l_j, by
//             3u k D (|re l_j| + |im l_j|) for its two exponents, and by elementary_share() for each function
//             and u for their product; its product with the weight by 3u. m - 1 more products with e^{iD l_j}
//             are off by as much each, and by 3u: of k = m q + r the m q D parts and the r D parts make up
//             k g_j, and the rest is at most (m + 1) (16 + 4 + 3) u. MIXTURE-LINE bounds the rule for all y >= 0 alike.
//             Far: the rule itself, with |e^{iy l_j}| = e^{-y im l_j} <= e^{-Y im l_j}, as im l_j > 0.
// Slack.      Roundings count as if all had one sign.
// Source.     Brent, Percival and Zimmermann 2007 for complex products; otherwise elementary.
void MachineOrder::sum_up() {
  double sum = 0, worst = 0;
  for (size_t j = 0; j < re_.size(); ++j) {
    sum += re_[j];
    total_ += size_[j];
    lost_ += size_[j] * off_[j];
    worst = std::max(worst, off_[j]);
  }
  const double n = static_cast<double>(re_.size());
  value_ = scale_ * sum;
  rounding_ = 1.06 * kMachineUp * scale_ * (lost_ + 2 * (n + 6) * u * total_) + 0x1p-900;
  const double e = machine_up(discretisation(rule_->law_, rule_->grid_, c_));
  const double omitted = machine_up(machine_omitted(rule_->law_, rule_->grid_, c_));
  error_ = HUGE_VAL;
  quadrature_ = HUGE_VAL;
  if (!(worst <= kSmall && e < 0.5 && std::isfinite(value_))) return;
  const double K = (value_ + omitted + rounding_) / (1 - e);
  quadrature_ = kMachineUp * (e * K + omitted);
  const double all = kMachineUp * (quadrature_ + rounding_);
  error_ = machine_up(bound<"MACHINE-MIXTURE">(UpperBound::of(exact(all, kRough))));
}

Ball MachineOrder::ball(Bits p) const {
  if (!std::isfinite(error_)) return Ball::indeterminate(p);
  return widen(exact(value_, p), UpperBound::of(exact(error_, p)));
}

namespace {

/// Four nodes at once, as many as machines multiply at a time.
struct Four {
  static constexpr size_t kSize = 4;
  double re[kSize] = {}, im[kSize] = {};
};

/// So many steps by products, then anew: each loses more than a function does.
size_t steps_at_once(size_t count) { return std::clamp<size_t>(count / 16, 16, 64); }

// The same operations in the same order whatever the machine has: no fused ones.
// Which of them it is a loader decides before sanitizers run.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PLUMBLINE_LANES __attribute__((target_clones("avx2", "default")))
#else
#define PLUMBLINE_LANES
#endif

/// Adds sum_j at_j turn_j^k, k = 0, 1, .., to what lies there.
PLUMBLINE_LANES void add_powers(const Four& from, const Four& turn, Four* sums, size_t count) {
#ifdef __GNUC__
  using Lanes = double __attribute__((vector_size(Four::kSize * sizeof(double))));
  const auto load = [](const double* x, Lanes* out) { std::memcpy(out, x, sizeof(Lanes)); };
  Lanes re, im, turn_re, turn_im;
  load(from.re, &re);
  load(from.im, &im);
  load(turn.re, &turn_re);
  load(turn.im, &turn_im);
  for (size_t k = 0; k < count; ++k) {
    Lanes sum_re, sum_im;
    load(sums[k].re, &sum_re);
    load(sums[k].im, &sum_im);
    sum_re += re;
    sum_im += im;
    std::memcpy(sums[k].re, &sum_re, sizeof(Lanes));
    std::memcpy(sums[k].im, &sum_im, sizeof(Lanes));
    const Lanes next = re * turn_re - im * turn_im;
    im = re * turn_im + im * turn_re;
    re = next;
  }
#else
  Four at = from;
  for (size_t k = 0; k < count; ++k) {
    for (size_t i = 0; i < Four::kSize; ++i) {
      sums[k].re[i] += at.re[i];
      sums[k].im[i] += at.im[i];
      const double next = at.re[i] * turn.re[i] - at.im[i] * turn.im[i];
      at.im[i] = at.re[i] * turn.im[i] + at.im[i] * turn.re[i];
      at.re[i] = next;
    }
  }
#endif
}

}  // namespace

MachineOrder::Line MachineOrder::line(double D, size_t count) const {
  const MachineRule& r = *rule_;
  const size_t n = re_.size();
  const double each = 2 * elementary_share() + 8 * u;
  // W_j e^{iy l_j}.
  const auto put = [&](size_t j, double y, bool weighted, Four* out) {
    const double size = machine_exp(-(y * r.im_[j]));
    const MachineComplex turn = machine_turn(y * r.re_[j]);
    const MachineComplex e{size * turn.re, size * turn.im};
    const MachineComplex v = weighted ? times({re_[j], im_[j]}, e) : e;
    out->re[j % Four::kSize] = v.re;
    out->im[j % Four::kSize] = v.im;
  };
  const size_t steps = steps_at_once(count);
  double slope = 0, worst = 0;
  std::vector<Four> sums(count);
  for (size_t first = 0; first < n; first += Four::kSize) {
    const size_t end = std::min(n, first + Four::kSize);
    Four turn;
    for (size_t j = first; j < end; ++j) {
      put(j, D, false, &turn);
      const double l = std::fabs(r.re_[j]) + std::fabs(r.im_[j]);
      const double g = 1.02 * D * (5 * u * l + r.off_[j]);
      slope += size_[j] * g;
      worst = std::max(worst, g);
    }
    for (size_t k = 0; k < count; k += steps) {
      Four at;
      for (size_t j = first; j < end; ++j) put(j, static_cast<double>(k) * D, true, &at);
      add_powers(at, turn, &sums[k], std::min(steps, count - k));
    }
  }
  const double per_value = kMachineUp * 1.06 * scale_;
  const double products = static_cast<double>(steps + 1) * each * total_;
  Line out{std::vector<MachineComplex>(count), kMachineUp * (error_ + per_value * products),
           per_value * slope};
  const bool sharp =
      worst * static_cast<double>(count) + static_cast<double>(steps + 1) * each <= kSmall;
  if (!sharp || !std::isfinite(slope)) out.base = HUGE_VAL;
  for (size_t k = 0; k < count; ++k) {
    const Four& s = sums[k];
    out.values[k] = {scale_ * ((s.re[0] + s.re[1]) + (s.re[2] + s.re[3])),
                     scale_ * ((s.im[0] + s.im[1]) + (s.im[2] + s.im[3]))};
  }
  return out;
}

double MachineOrder::far(double Y) const {
  if (!(Y > 0) || !std::isfinite(error_)) return HUGE_VAL;
  const MachineRule& r = *rule_;
  const double each = elementary_share() + 8 * u;
  double sum = 0;
  for (size_t j = 0; j < size_.size(); ++j) {
    const double y = Y * r.im_[j];
    const double off = 1.02 * (2 * u * std::fabs(y) + Y * r.off_[j]) + each;
    if (!(off <= kSmall)) return HUGE_VAL;
    // What is left of e^{-y} where it is below e^-700, and of a size below that.
    sum += size_[j] * (machine_exp(-y) * (1 + 1.02 * (off + off_[j])) + kLeastSize) + kLeastSize;
  }
  return kMachineUp * (scale_ * sum * kMachineUp + quadrature_);
}

double MachineOrder::rough_far(double Y) const {
  double sum = 0;
  for (size_t j = 0; j < size_.size(); ++j) sum += size_[j] * machine_exp(-Y * rule_->im_[j]);
  return scale_ * sum / value_;
}

double MachineOrder::mean_angle() const {
  double sum = 0;
  for (size_t j = 0; j < size_.size(); ++j) sum += size_[j] * rule_->im_[j];
  return sum / total_;
}

}  // namespace plumbline::mixture
