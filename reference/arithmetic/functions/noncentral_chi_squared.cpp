#include "reference/arithmetic/functions/noncentral_chi_squared.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline {
namespace {

constexpr double kMostTerms = 4e7;

Ball anything(Bits p) { return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p); }

/// Returns u - log(1 + u).
double bent(double u) { return std::fabs(u) < 1e-4 ? u * u * (0.5 - u / 3) : u - std::log1p(u); }

/// Returns y^b e^{-y}/Gamma(b+1).
Ball gamma_mass(const Ball& b, const Ball& y) { return exp(b * log(y) - y - log_gamma(b + 1)); }

/// Returns true if `rest` is below approximately 2^-depth of `sum`.
bool negligible(const Ball& rest, const Ball& sum, double depth) {
  return rest.is_finite() &&
         UpperBound::of(rest).log_approximate() < sum.log_approximate() - depth * kLn2;
}

// BOUND(GAMMA-TAIL)
// Statement.  Let y > 0, g_b = y^b e^{-y}/Gamma(b+1), Q(b) = Gamma(b, y)/Gamma(b) and P(b) = 1 - Q(b). Then
//
//                 Q(b) = g_{b-1} + Q(b-1) for b > 1,    Q(b) <= g_{b-1}/(1 - (b-1)^+/y) for y > b - 1,
//                 P(b) = g_b + P(b+1),                  P(b) <= g_b/(1 - y/(b+1))       for y < b + 1.
//
// Needs.      b > 0, and y > b - 1 or y < b + 1: checked at each use (otherwise more terms are added, or the result is
//             [0, 1]).
// Proof.      Integration by parts gives the recurrences. With t = y + u and 1 + u/y <= e^{u/y}, Gamma(b, y) =
//             y^{b-1} e^{-y} int (1 + u/y)^{b-1} e^{-u} du is at most y^{b-1} e^{-y}/(1 - (b-1)/y) for b >= 1, and at
//             most y^{b-1} e^{-y} for b < 1. P(b) is the sum of all g_{b+i}, i >= 0. The ratios y/(b+i+1) of
//             consecutive terms decrease, so that a geometric series bounds the sum.
// Source.     DLMF 8.8.5, 8.8.6 and 8.10; elementary.

/// The regularised incomplete gamma functions at b = twice_b/2 and y, by their recurrences.
class GammaShare {
 public:
  GammaShare(const Ball& y, double depth)
      : y_(y), half_inverse_(Ball::integer(1, y.precision()) / (y * 2)), depth_(depth) {}

  Ball upper(long twice_b) const {
    const Bits p = y_.precision();
    const Ball one = Ball::integer(1, p);
    Ball sum(p), g = gamma_mass(half(twice_b - 2), y_);
    for (long c = twice_b, n = 1;; c -= 2, ++n) {
      if (c == 1) return sum + erfc(sqrt(y_));
      if (c == 2) return sum + exp(-y_);
      if (n % 32 == 0) {
        const Ball room = one - half(c - 2) / y_;
        const Ball rest = g / room;
        if (certainly_positive(room) && negligible(rest, sum, depth_)) {
          return sum + Ball::zero_to(bound<"GAMMA-TAIL">(UpperBound::of(rest)), p);
        }
      }
      if (static_cast<double>(n) > kMostTerms) return anything(p);
      sum += g;
      g = g * (c - 2) * half_inverse_;
    }
  }
  Ball lower(long twice_b) const {
    const Bits p = y_.precision();
    const Ball one = Ball::integer(1, p), twice_y = y_ * 2;
    Ball sum(p), g = gamma_mass(half(twice_b), y_);
    for (long c = twice_b, n = 1;; c += 2, ++n) {
      if (n % 32 == 0) {
        const Ball room = one - y_ / half(c + 2);
        const Ball rest = g / room;
        if (certainly_positive(room) && negligible(rest, sum, depth_)) {
          return sum + Ball::zero_to(bound<"GAMMA-TAIL">(UpperBound::of(rest)), p);
        }
      }
      if (static_cast<double>(n) > kMostTerms) return anything(p);
      sum += g;
      g = g * twice_y / (c + 2);
    }
  }
  Ball mass(long twice_b) const { return gamma_mass(half(twice_b), y_); }

  const Ball& y() const { return y_; }
  const Ball& half_inverse() const { return half_inverse_; }

 private:
  Ball half(long twice) const { return Ball::integer(twice, y_.precision()) / 2; }
  Ball y_, half_inverse_;
  double depth_;
};

/// The mixture sum_j Poisson(h; j) F(b + j), where F is the upper or the lower incomplete gamma function.
struct Mixture {
  long twice_b;
  Ball h;
  bool upper;
};

/// Heuristic: the range of j in which terms exceed 2^-depth times the largest term.
struct Window {
  double first, last;
};

Window window_of(const Mixture& m, double y, double depth) {
  const double h = m.h.approximate(), b = static_cast<double>(m.twice_b) / 2;
  const auto share = [&](double c) {
    const bool inside = m.upper ? y <= c : y >= c;
    return inside ? 0.0 : -c * bent((y - c) / c);
  };
  const auto term = [&](double j) {
    return (j > 0 ? -j * bent((h - j) / j) - std::log(j) / 2 : -h) + share(b + j);
  };
  double low = 0, high = std::ceil(m.upper ? std::max(h, y) : h) + 2;
  while (high - low > 2) {
    const double left = std::floor(low + (high - low) / 3),
                 right = std::ceil(high - (high - low) / 3);
    term(left) < term(right) ? (low = left) : (high = right);
  }
  const double mode = std::round((low + high) / 2), least = term(mode) - depth * kLn2;
  const auto beyond = [&](double sign) {
    double step = 1;
    while (mode + sign * step > 0 && term(mode + sign * step) > least) step *= 2;
    double inside = 0, outside = sign < 0 ? std::min(step, mode) : step;
    while (outside - inside > 1) {
      const double middle = std::floor((inside + outside) / 2);
      (term(mode + sign * middle) > least ? inside : outside) = middle;
    }
    return mode + sign * outside;
  };
  return {std::max(0.0, beyond(-1)), beyond(+1)};
}

/// Returns a ball [0, r] that contains the sum of the series beyond the term `edge`; `next` is the first term of this
/// sum.
Ball geometric_rest(const Ball& edge, const Ball& next) {
  const Bits p = edge.precision();
  const Ball one = Ball::integer(1, p), ratio = next / edge;
  if (!certainly_less(ratio, one)) return anything(p);
  const Ball rest = min(one, next / (one - ratio));
  return Ball::zero_to(bound<"NONCENTRAL-TAIL">(UpperBound::of(rest)), p);
}

// BOUND(NONCENTRAL-TAIL)
// Statement.  Let F(b) be Q(b) or P(b) of GAMMA-TAIL, b, h > 0, and T_j = e^{-h} h^j/j! F(b+j). Let W = |z + v|^2
//             with z ~ N(0, I), b half the degrees of freedom, h = |v|^2/2 and y = w/2. Then P(W > w) = sum_j T_j
//             with F = Q, and P(W <= w) = sum_j T_j with F = P. If T_{j+1} = r T_j with r < 1, the terms beyond j sum
//             to at most T_{j+1}/(1-r). If T_{j-1} = r T_j with r < 1, the terms before j sum to at most
//             T_{j-1}/(1-r).
// Needs.      r < 1: checked here (1 otherwise).
// Proof.      The mixture: the density of (z_1 + m)^2 is e^{-m^2/2} times that of z_1^2 times cosh(m sqrt(w)). The
//             series of cosh in m^2 gives a Poisson mixture of chi-squared densities with 1 + 2j degrees of freedom.
//             The other squares add their degrees of freedom. For the bounds of the remainders it is sufficient that
//             the ratio T_{j+1}/T_j does not increase in j. The ratio of the Poisson masses is h/(j+1), which
//             decreases. It remains to show that F(b+1)/F(b) does not increase in b. Q: Gamma(b+1, y) >= y Gamma(b,
//             y), so that Q(b+1)/Q(b) >= y/b > y/(b+1) = g_{b+1}/g_b. Hence g_{b+1}/Q(b+1) <= g_b/Q(b), and
//             Q(b+1)/Q(b) = 1 + g_b/Q(b). P: P(b) is the sum of all g_{b+i}, and g_{b+1+i} <= y/(b+1) g_{b+i}, so
//             that P(b+1)/P(b) <= y/(b+1) = g_{b+1}/g_b. Hence g_{b+1}/P(b+1) >= g_b/P(b), and P(b+1)/P(b) = 1 -
//             g_b/P(b).
// Source.     The mixture: Johnson, Kotz, Balakrishnan, Continuous Univariate Distributions 2, chapter 29.
Ball mixture(const Mixture& m, const GammaShare& gamma, double depth) {
  const Bits p = gamma.y().precision();
  if (m.h.is_exactly_zero()) return m.upper ? gamma.upper(m.twice_b) : gamma.lower(m.twice_b);
  const Window window = window_of(m, gamma.y().approximate(), depth);
  if (!(window.last - window.first < kMostTerms)) return anything(p);
  const long first = saturated(window.first), last = saturated(window.last);
  // One more term at each end shows the rate at which the remainder decreases. T[0] to T[3] are the terms at first -
  // 1, first, last and last + 1.
  const long start = std::max(0L, first - 1), end = last + 1;
  std::array<Ball, 4> T{Ball(p), Ball(p), Ball(p), Ball(p)};
  Ball sum(p);
  const auto add = [&](long j, const Ball& term) {
    if (j == first - 1) T[0] = term;
    if (j == first) T[1] = term;
    if (j == last) T[2] = term;
    if (j == last + 1) T[3] = term;
    if (j >= first && j <= last) sum += term;
  };
  const auto poisson = [&](long j) {
    return exp(log(m.h) * j - m.h - log_gamma(Ball::integer(j + 1, p)));
  };
  const Ball twice_y = gamma.y() * 2, inverse_h = Ball::integer(1, p) / m.h;
  if (m.upper) {
    long c = m.twice_b + 2 * start;
    Ball weight = poisson(start), share = gamma.upper(c), g = gamma.mass(c);
    for (long j = start; j <= end; ++j, c += 2) {
      add(j, weight * share);
      share += g;
      g = g * twice_y / (c + 2);
      weight = weight * m.h / (j + 1);
    }
  } else {
    long c = m.twice_b + 2 * end;
    Ball weight = poisson(end), share = gamma.lower(c), g = gamma.mass(c);
    for (long j = end; j >= start; --j, c -= 2) {
      add(j, weight * share);
      g = g * c * gamma.half_inverse();
      share += g;
      weight = weight * j * inverse_h;
    }
  }
  if (first > 0) sum += geometric_rest(T[1], T[0]);
  return sum + geometric_rest(T[2], T[3]);
}

/// Returns the tails in one dimension, where W > w is the union of two half-lines.
ChiSquaredTails in_one_dimension(const Ball& shift, const Ball& w) {
  const Ball root = sqrt(w);
  return {normal_survival(root - shift) + normal_survival(root + shift),
          normal_cdf(root - shift) - normal_survival(root + shift)};
}

}  // namespace

ChiSquaredTails noncentral_chi_squared(const Rational& degrees, const Rational& noncentrality,
                                       const Ball& w, Bits p, double depth) {
  const Bits work = wider(p, w.precision());
  if (degrees == kOne) return in_one_dimension(sqrt(Ball(noncentrality, work)), w.at(work));
  const Ball y = w.at(work) / 2, one = Ball::integer(1, work);
  const bool upper = y.approximate() > ((degrees + noncentrality) / Rational(2)).approximate();
  const long twice_b = saturated(degrees.approximate());
  const Mixture m{twice_b, Ball(noncentrality / Rational(2), work), upper};
  const Ball smaller = max(Ball(work), min(one, mixture(m, GammaShare(y, depth), depth)));
  if (upper) return {smaller, one - smaller};
  return {one - smaller, smaller};
}

}  // namespace plumbline
