#include "reference/mechanisms/shuffled/gaussian_blanket.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

const Bits kBlanketBits{256};
constexpr long kCellsOfSigma = 10,
               kFarthest = 12;  ///< cells per sigma, and number of sigmas beyond 0 and 1

Ball one_ball() { return Ball::integer(1, kBlanketBits); }

double rough_survival(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }

}  // namespace

GaussianBlanket::GaussianBlanket(const Rational& sigma, long users) : sigma_(sigma), users_(users) {
  const Bits p = kBlanketBits;
  const Rational half(1, 2UL), step = sigma / Rational(kCellsOfSigma);
  const long count =
      kCellsOfSigma * kFarthest + static_cast<long>(std::ceil((half / step).approximate()));
  // For an answer at the distance u above 1/2, the density of the blanket is that of the answer to 0. The density of
  // the answer to 1 is `ratio` times as large.
  const auto at = [&](long j, const Rational& from) {
    return normal_survival(Ball((step * Rational(j) + from) / sigma, p));
  };
  const auto ratio = [&](long j) { return exp(Ball(step * Rational(j) / (sigma * sigma), p)); };
  for (long j = 0; j < count; ++j) {
    const Ball mass = at(j, half) - at(j + 1, half);
    const Ball of_one = at(j, -half) - at(j + 1, -half);
    const Ball near = ratio(j), far = ratio(j + 1), width = far - near;
    cells_.push_back({near, far, (far * mass - of_one) / width, (of_one - near * mass) / width});
    const Cell& last = cells_.back();
    rough_.push_back({near.approximate(), far.approximate(), last.near_weight.approximate(),
                      last.far_weight.approximate()});
  }
  const double s = sigma.approximate(), d = step.approximate();
  for (long j = 0; j <= count; ++j) {
    const double u = d * static_cast<double>(j);
    rough_beyond_.push_back(rough_survival((u + 0.5) / s) + rough_survival((u - 0.5) / s));
  }
}

Ball GaussianBlanket::beyond(size_t cells) const {
  const Rational half(1, 2UL),
      u = sigma_ / Rational(kCellsOfSigma) * Rational(static_cast<long>(cells));
  return normal_survival(Ball((u + half) / sigma_, kBlanketBits)) +
         normal_survival(Ball((u - half) / sigma_, kBlanketBits));
}

/// Returns the approximate log of M^n/(e lambda n) of SHUFFLED-GAUSSIAN. The power itself may exceed the range of
/// doubles.
double GaussianBlanket::rough_log_sum(double lambda, double x, size_t cells) const {
  double more = 0;  // E e^(lambda L) - 1
  for (size_t j = 0; j < cells; ++j) {
    const RoughCell& c = rough_[j];
    const auto term = [&](double r) {
      return std::expm1(lambda * (r - x)) + std::expm1(lambda * (1 - x * r));
    };
    more += c.near_weight * term(c.near) + c.far_weight * term(c.far);
  }
  const double n = static_cast<double>(users_);
  const double out = n * std::log1p(more) - 1 - std::log(lambda * n);
  return std::isfinite(out) ? out : 1e300;
}

double GaussianBlanket::Lambda::approximate() const {
  return static_cast<double>(digits) * std::pow(10, place);
}

/// Returns the best lambda with four digits. The result is independent of floating-point rounding.
GaussianBlanket::Choice GaussianBlanket::rough_best_of(size_t cells, double x) const {
  constexpr int kTries = 40, kPlaces = 3;
  double low = std::log(1e-9), high = std::log(1e3);
  for (int i = 0; i < kTries; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    const double at_b = rough_log_sum(std::exp(b), x, cells);
    at_b > 1e200 || rough_log_sum(std::exp(a), x, cells) <= at_b ? high = b : low = a;
  }
  const double lambda = std::exp((low + high) / 2);
  const int place = static_cast<int>(std::floor(std::log10(lambda))) - kPlaces;
  const long below = static_cast<long>(std::floor(lambda / std::pow(10, place)));
  const Lambda under{below, place}, over{below + 1, place};
  const double at_under = rough_log_sum(under.approximate(), x, cells);
  const double at_over = rough_log_sum(over.approximate(), x, cells);
  const double sum = std::exp(std::min(at_under, at_over));
  return {rough_beyond_[cells] + sum, at_over < at_under ? over : under, cells};
}

GaussianBlanket::Choice GaussianBlanket::rough_best(double x) const {
  constexpr size_t kCut = 10;
  constexpr double kBetter = 1 - 1e-9;  ///< ignores improvements that are smaller than the
                                        ///< resolution of doubles
  Choice best{2, {}, 1};
  for (size_t cells = kCut; cells <= rough_.size(); cells += kCut) {
    if (rough_beyond_[cells] > best.delta) continue;
    const Choice one = rough_best_of(cells, x);
    if (one.delta < best.delta * kBetter) best = one;
  }
  const double s = sigma_.approximate(), t = std::log(x);
  const double plain = rough_survival(t * s - 0.5 / s) - x * rough_survival(t * s + 0.5 / s);
  if (plain < best.delta) best.delta = std::max(plain, 0.0);
  return best;
}

Ball GaussianBlanket::without_shuffle(const Rational& epsilon) const {
  const Ball t(epsilon * sigma_, kBlanketBits), x = exp(Ball(epsilon, kBlanketBits));
  const Ball shift(Rational(1) / (sigma_ * Rational(2)), kBlanketBits);
  return normal_survival(t - shift) - x * normal_survival(t + shift);
}

// BOUND(SHUFFLED-GAUSSIAN)
// Statement.  n users release values z in [0, 1], each with Gaussian noise of scale sigma, in shuffled order. One
//             user has x0 (P) or x1 (Q) in [0, 1]. Let R_z be the density of the answer to z, w the minimum of R_0
//             and R_1, g the mass of w, and r_z = R_z/w. For all values of the other users, every lambda > 0 and
//             every u, at e^eps = x
//
//                 delta <= b(u) + M^n/(e lambda n),   b(u) = Phi(-(u+1/2)/sigma) + Phi(-(u-1/2)/sigma),
//                 M = 1 + integral of w (e^(lambda (r_1 - x r_0)) - 1) over answers at most u from 1/2.
//
//             M does not decrease if, in each cell of |y - 1/2|, the law of the ratio is replaced by the law with the
//             same mean on the two ends of the cell.
// Needs.      Nothing. The best lambda (to four digits) and u are chosen in double arithmetic; M and b are computed in
//             ball arithmetic.
// Proof.      w is the minimum of all R_z, z in [0, 1], because the farther of 0 and 1 attains it. As in
//             SHUFFLED-LAPLACE, each other user answers from w/g with probability g, and otherwise from another law,
//             which is revealed. With m + 1 answers from w/g the profile is E (g/(m+1)) (sum of L_i)_+, where L =
//             r_x1(W) - x r_x0(W) and W has the law w/g. Because P(Bin(n-1,g) = m) g/(m+1) = P(Bin(n,g) = m+1)/n, the
//             profile is (1/n) E (sum of n terms B_i L_i)_+ with B_i of Bin(1, g).
//
//             x0 = 0 and x1 = 1 are the worst case. U = |W - 1/2| has a log-concave density, the same on both sides.
//             With c = z(1-z), 2 sigma^2 log r_z is c + 2zU or c + 2(1-z)U, each with probability 1/2, and 0 or 2U
//             for z = 0 or 1. P(log r_z > t) is larger than for z = 0 if t < c. For t >= c, its ratio to that of z =
//             0 is the sum of F((t-c)/2z)/F(t/2) and F((t-c)/2(1-z))/F(t/2), where F is the survival function of U.
//             One of the two is at least 1 for t <= max(z, 1-z), because (t-c)/2z <= t/2 means t <= z. For larger t
//             both arguments are above t/2 and increase faster than t/2. Hazard rates of log-concave laws increase,
//             so both ratios decrease. So the survival functions cross once, and the means are equal: E f(r_z) <= E
//             f(r_0) for convex f. For given laws of A and B, E f(A - xB) is largest if A and B are oppositely
//             ordered, and then it increases with both laws in that order; r_1 increases and r_0 decreases in W. Sums
//             of independent variables preserve the order.
//
//             (sum)_+ is at most that of the answers near 1/2 plus the sum of r_1(W_i) over the others, which gives
//             b(u). Use (s)_+ <= e^(lambda s)/(e lambda). L is (1 - x r) or (r - x), and e^(lambda L) is convex in r.
// Source.     The blanket: Balle, Bell, Gascon, Nissim 1903.02837. The proof that 0 and 1 are the worst case is this
//             project's.
Rational GaussianBlanket::delta_at(const Rational& epsilon) const {
  constexpr int kDigits = 12;
  const Choice choice = rough_best(std::exp(epsilon.approximate()));
  const Ball lambda(Rational(choice.lambda.digits) * power_of_ten(choice.lambda.place),
                    kBlanketBits),
      X = exp(Ball(epsilon, kBlanketBits));
  Ball M = one_ball();
  for (size_t j = 0; j < choice.cells; ++j) {
    const Cell& c = cells_[j];
    const auto term = [&](const Ball& r) {
      return expm1(lambda * (r - X)) + expm1(lambda * (one_ball() - X * r));
    };
    M += c.near_weight * term(c.near) + c.far_weight * term(c.far);
  }
  const Ball sum = power(M, Rational(users_)) / (lambda * users_ * exp(one_ball()));
  const Ball most = bound_number<"SHUFFLED-GAUSSIAN">(beyond(choice.cells) + sum);
  const Ball least = min(min(most, without_shuffle(epsilon)), one_ball());
  const auto end = least.decimal_ends(kDigits).second;
  if (!end) throw std::invalid_argument("no bound of the shuffled answers was found");
  return std::clamp(*end, Rational(0), Rational(1));
}

}  // namespace plumbline
