#include "reference/engines/returns/return_line.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::returns {
namespace {

constexpr Bits kBits{96};  // of bounds
constexpr double kGrowth = 4;

using fourier::Kernel;
using fourier::Run;
using fourier::Sieve;

Ball product_at(const Composition& composition, double x, Bits p) {
  Ball out = Ball::integer(1, p);
  for (const Factor& f : composition.factors()) {
    out = out * power(measure_of(*f.mechanism).transform(x, p), f.count);
  }
  return out;
}

/// Bits lost by powers, and by turning so far as node `last`.
long lost_bits(const Composition& composition, double y) {
  return static_cast<long>(std::log2(composition.steps().approximate()) +
                           std::log2(std::max(1.0, y))) +
         12;
}

Ball size_of(const ComplexBall& z) { return z.magnitude().ball(kBits); }

}  // namespace

ReturnLine::ReturnLine(const Composition& composition, const ReturnContour& contour,
                       const Poll& poll)
    : contour_(contour),
      transform_c_(kBits),
      transform_right_(kBits),
      transform_left_(kBits),
      left_out_(kBits),
      all_(kBits),
      mass_P_(contour.bits),
      mass_Q_(contour.bits) {
  if (!(contour.step > 0) || !std::isfinite(contour.step) || contour.last < 1 ||
      !std::isfinite(contour.c) || contour.c == 0 || contour.c == 1) {
    throw std::invalid_argument("a contour needs a step > 0, two nodes or more, and c not 0 or 1");
  }
  const Bits wide = kBits + lost_bits(composition, 1);
  transform_c_ = product_at(composition, contour.c, wide);
  transform_right_ = product_at(composition, contour.right, wide);
  transform_left_ = product_at(composition, contour.left, wide);
  mass_P_ = product_at(composition, 0, contour.bits);
  mass_Q_ = product_at(composition, 1, contour.bits);
  poll();
  choose(composition, poll);
  evaluate_all(composition, poll);
}

/// Near nodes as balls, the others in numbers of the machine where there are such.
void ReturnLine::evaluate_all(const Composition& composition, const Poll& poll) {
  const double far = std::max(contour_.wide, 4 * (1 + std::fabs(contour_.c)));
  if (std::isfinite(far)) {
    if (auto law = MachineLaw::of(composition, contour_.c, contour_.step, poll)) {
      law_ = std::make_unique<MachineLaw>(std::move(*law));
      wide_ = std::make_unique<MachineNodes<long double>>(*law_);
      plain_ = std::make_unique<MachineNodes<double>>(*law_);
    }
  }
  for (const Run& run : runs_) {
    const double y = static_cast<double>(run.first) * contour_.step * (1 - 0x1p-50);
    if (law_ == nullptr || y < far) {
      evaluate(composition, run, poll);
    } else if (y < std::max(contour_.plain, far)) {
      wide_->add(run, last_, height(kBits), poll);
    } else {
      plain_->add(run, last_, height(kBits), poll);
    }
  }
  if (law_ != nullptr) all_ += transform_c_ * (wide_->sizes() + plain_->sizes()).ball(kBits);
}

/// 1/Y^2, with Y half a step beyond the last node.
Ball ReturnLine::height(Bits p) const {
  const Ball Y = Ball::from_binary64(contour_.step, p) * (2 * last_ + 1) / 2;
  return Ball::integer(1, p) / square(Y);
}

/// The nodes to be summed, block by block, each of which may leave out the more the farther out.
void ReturnLine::choose(const Composition& composition, const Poll& poll) {
  const double D = contour_.step, c = contour_.c;
  const Ball step = Ball::from_binary64(D, kBits), line = Ball::from_binary64(c, kBits);
  Sieve sieve(composition, c, step, contour_.last, Bits{64}, poll);
  const double blocks =
      std::log(D * static_cast<double>(contour_.last) + 2) / std::log(kGrowth) + 2;
  Ball weights(kBits), sizes(kBits);  // of what is left out, as shares of K(c)
  const Ball nearest = Ball::integer(1, kBits) / abs(line * (line - 1));
  struct Left {
    Ball share, count, weight;
  };
  std::vector<Left> left;
  for (long first = 0; first <= contour_.last;) {
    const double y = std::max(1.0, static_cast<double>(first) * D);
    const double end = std::ceil(kGrowth * y / D);
    long last = std::min(contour_.last, std::max(first, static_cast<long>(end)));
    // Its weight: (D/pi) count / y^2 at most, or the kernel's height near the axis.
    const double weight = first == 0 ? kGrowth / std::fabs(c * (c - 1)) + kGrowth : kGrowth / y;
    const double depth = -contour_.log_small + std::log(blocks * weight) + 1;
    const long need = static_cast<long>(std::ceil(std::max(1.0, depth / kLn2) * fourier::kUnit));
    const size_t before = runs_.size();
    // Where that is too much the line ends there, unless it hardly went on.
    long reached = last;
    bool ends = false;
    const long most = contour_.most_nodes - static_cast<long>(size_);
    if (!sieve.keep(first, last, need, most, poll, &runs_, &reached)) {
      if (reached < first + (last - first) / 16) {
        runs_.resize(before, {0, 0});
        break;
      }
      ends = true;
      last = reached;
    }
    for (size_t i = before; i < runs_.size(); ++i) {
      size_ += static_cast<size_t>(runs_[i].last - runs_[i].first) + 1;
    }
    const Ball share = Sieve::share(need, kBits);
    const Ball far = first == 0 ? nearest : Ball::integer(1, kBits) / square(step * first);
    left.push_back({share, Ball::integer(last - first + 1, kBits), min(far, nearest)});
    last_ = last;
    first = last + 1;
    if (ends) break;
  }
  const Ball inverse = height(kBits);
  for (const Left& block : left) {
    sizes += block.share * block.count;
    weights += block.share * block.count * (block.weight + inverse);
  }
  left_out_ = weights * transform_c_;
  all_ = sizes * transform_c_ * 2;
}

void ReturnLine::evaluate(const Composition& composition, const Run& run, const Poll& poll) {
  const double far = static_cast<double>(run.last) * contour_.step;
  const size_t count = static_cast<size_t>(run.last - run.first) + 1;
  // Far out the kernel takes as many bits as it leaves of the weight.
  const double near = static_cast<double>(run.first) * contour_.step;
  const long spare = static_cast<long>(2 * std::log2(std::max(1.0, near))) - 16;
  constexpr long kFewest = 40;
  const Bits bits{std::max(kFewest, contour_.bits.n - std::max(0L, spare))};
  const Bits p = bits + lost_bits(composition, far);
  const Ball D = Ball::from_binary64(contour_.step, p), start = D * run.first;
  ComplexVector K;
  for (const Factor& f : composition.factors()) {
    ComplexVector values =
        measure_of(*f.mechanism).transform_on_segment(contour_.c, start, D, count, p, poll);
    raise(&values, f.count, poll);
    if (K.size() == 0) {
      K = std::move(values);
    } else {
      K.multiply(values);
    }
  }
  const Ball c = Ball::from_binary64(contour_.c, p);
  const ComplexBall add(height(p));
  for (size_t k = 0; k < count; ++k) {
    const long node = run.first + static_cast<long>(k);
    all_ += size_of(K[k]) * ((last_ + 1 - node) * (node == 0 ? 1 : 2)) / (last_ + 1);
    const ComplexBall s(c, D * node);
    K.set(k, K[k] * (fourier::reciprocal_denominator(Kernel::profile, s) + add));
  }
  segments_.push_back({run.first, std::move(K)});
  poll();
}

// BOUND(RETURNS-CUT)
// Statement.  Let K(s) = E[e^{sS}] of a finite positive measure, c real, not 0 or 1, K(c) < inf, t real,
//             D > 0, n >= 1, N = n + 1, Y > 0, f(y) = 1/((c+iy)(c-1+iy)). If in the sum over all integers
//
//                 (D/2 pi) sum_k K(s_k) e^{t(1-s_k)} f(kD),   s_k = c + ikD,
//
//             the nodes |k| > n are left out and f(kD) + 1/Y^2 is put for f(kD) at the others, the
//             sum changes by at most
//
//                 e^{t(1-c)} (2C/N) sum_{|k| <= n} (1 - |k|/N) |K(s_k)|,
//                 C = (N sqrt(b) + sqrt(a) pi/4)^2,
//                 a = (D/2 pi) ((2n+1)/Y^2 + 2/(n D^2)),
//                 b = (D/4 pi) (|f_{n+1} + 1/Y^2| + |f_{n+2} - 2 f_{n+1} - 1/Y^2|
//                               + 2/(D^2 n^3) + 2/(5 D^4 n^5)),   f_k = f(kD).
//
// Needs.      D > 0, n >= 1, c not 0 or 1: checked by the constructor. K the transform of a positive
//             measure: nothing of its decay is used.
// Proof.      With q_k = -1/Y^2 for |k| <= n and f_k for the others, and E_c the mean under the law
//             tilted by e^{cS}/K(c), the change is K(c) e^{t(1-c)} E_c r(S - t) for
//             r(u) = (D/2 pi) sum_k q_k e^{ikDu}: all sums converge absolutely, as |f_k| <= 1/(kD)^2 and
//             |K(s_k)| <= K(c). Firstly |r| <= (D/2 pi) sum |q_k| <= a. Secondly
//
//                 4 sin^2(Du/2) r(u) = -(D/2 pi) sum_k (q_{k+1} - 2 q_k + q_{k-1}) e^{ikDu},
//
//             where second differences vanish for |k| < n, are those of the statement at n and n+1,
//             and for k >= n+2 they are D^2 int_{-1}^1 (1-|x|) f''((k+x)D) dx, of modulus at most D^2
//             sup |f''| over y >= (k-1)D, with |f''| = 2 |3s(s-1) + 1|/|s(s-1)|^3 <= 6/y^4 + 2/y^6: with j =
//             k-1, sum_{j>n} j^{-4} <= n^{-3}/3 and sum_{j>n} j^{-6} <= n^{-5}/5 they sum to the rest of b;
//             negative k give the same. So |r(u)| <= min(a, b/z^2), z = |sin(Du/2)|. Let
//
//                 F(u) = N^{-2} (sin(NDu/2)/sin(Du/2))^2 = (1/N) sum_{|k| < N} (1 - |k|/N) e^{ikDu}
//
//             (Fejer) and e = pi/(2ND). The two numerators of F(u-e) + F(u+e) are sin^2 and cos^2
//             of one angle and the denominators at most z + pi/(4N), so that
//             F(u-e) + F(u+e) >= (N z + pi/4)^{-2}, by continuity also where a denominator is 0. Now
//             min(a, b/z^2) (N z + pi/4)^2 <= C for z >= 0: it rises up to z = sqrt(b/a), where it is C,
//             and falls from there. So
//             |r(u)| <= C (F(u-e) + F(u+e)), a trigonometric polynomial with coefficients of at most
//             (2C/N) (1 - |k|/N), whose mean E_c at S - t is at most the sum of these times
//             |K(s_k)|/K(c).
// Source.     This project's; majorants of bounded spectrum as those of Beurling and Selberg.
Ball ReturnLine::cut(const Ball& growth) const {
  const Bits p = kBits;
  const Ball D = Ball::from_binary64(contour_.step, p), n = Ball::integer(last_, p);
  const Ball c = Ball::from_binary64(contour_.c, p), pi = Ball::pi(p), q = height(p);
  const auto f = [&](long k) {
    return fourier::reciprocal_denominator(Kernel::profile, ComplexBall(c, D * k));
  };
  const ComplexBall next = f(last_ + 1), flat(q);
  const Ball bends = size_of(next + flat) + size_of(f(last_ + 2) - next - next - flat) +
                     Ball::integer(2, p) / (square(D * n) * n) +
                     Ball::integer(2, p) / (square(square(D * n)) * n * 5);
  const Ball a = D / (pi * 2) * ((n * 2 + 1) * q + Ball::integer(2, p) / (n * square(D)));
  const Ball b = D / (pi * 4) * bends;
  const Ball N = n + 1, C = square(N * sqrt(b) + sqrt(a) * pi / 4);
  return bound_number<"RETURNS-CUT">((growth * C * 2 / N * all_).upper());
}

Enclosure ReturnLine::answer(Question question, const Real& t_exact, const Poll& poll) const {
  if (last_ < 1) return {Ball::indeterminate(kBits), {}};
  const Bits p = contour_.bits +
                 static_cast<long>(std::log2(static_cast<double>(size_ + 1)) +
                                   std::log2(contour_.step * static_cast<double>(last_) + 2)) +
                 16;
  const Ball t = t_exact(p), c = Ball::from_binary64(contour_.c, p), pi = Ball::pi(p);
  const Ball D = Ball::from_binary64(contour_.step, p);
  const auto turn = [&](long k) { return exp(ComplexBall(Ball(p), -(D * k * t))); };
  const ComplexBall one_step = turn(1);
  Ball sum(p);
  for (const Segment& s : segments_) {
    const ComplexBall part = power_sum(s.values, one_step, p, poll) * turn(s.first);
    // k and -k are conjugate; k = 0 counts once.
    sum += part.real() * 2;
    if (s.first == 0) sum += -s.values[0].real();
  }
  if (law_ != nullptr) {
    const Ball fine = t_exact(Bits{288});
    sum += transform_c_ * (wide_->sum(fine, p, poll) + plain_->sum(fine, p, poll));
  }
  const Ball growth = exp(t * (Ball::integer(1, p) - c)), scale = growth * D / (pi * 2);
  const UpperBound lost = UpperBound::of(scale * left_out_ * 2) + UpperBound::of(cut(growth));
  Enclosure out{Ball(p), {}};
  out.budget.truncation = lost;
  const Ball alias = fourier::alias_sides(
      {contour_.c, contour_.left, contour_.right}, transform_left_, transform_right_,
      {mass_P_, mass_Q_}, Kernel::profile, pi * 2 / D, t, &out.budget.discretisation);
  const Ball series = sum * scale;
  out.budget.rounding = series.radius();
  out.value = fourier::from_region(question, contour_.c, widen(series - alias, lost), t,
                                   {mass_P_, mass_Q_});
  return out;
}

}  // namespace plumbline::returns
