#include "reference/mechanisms/finite/wide_geometric.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/rough_loss.hpp"

namespace plumbline {
namespace {

// BOUND(GEOMETRIC-TAILS)
// Statement.  Let X be the noisy output, D the sensitivity and q = e^(-1/b). For -D/b <= t < D/b, L > t is equivalent
//             to X >= k, where k = floor((t b + D)/2) + 1 is in [1, D]. For these k, P(X >= k) = q^k/(1+q) and Q(X >=
//             k) = 1 - q^(D-k+1)/(1+q). If k is enclosed between two integers, the tails lie between the tails at
//             these integers.
// Needs.      b > 0, D is a positive integer: the caller guarantees this. If t is not rational, the floors of both
//             ends of an enclosure of (t b + D)/2 are certain: checked here (the tails are [0, 1] otherwise).
// Proof.      L(x) = (|x| - |x - D|)/b increases from -D/b for x <= 0 to D/b for x >= D by 2/b per integer. P(X = x) =
//             (1-q)/(1+q) q^|x|, so that P(X >= k) is a geometric series for k >= 1. Because the law of the noise is
//             symmetric, Q(X >= k) = P(X >= k - D) = 1 - P(X <= k - D - 1) = 1 - P(X >= D + 1 - k), and D + 1 - k >=
//             1.
// Source.     Ghosh, Roughgarden, Sundararajan 2009.

/// The pair, represented by its tail probabilities.
class WideGeometric final : public DominatingPair {
 public:
  WideGeometric(Rational b, Rational sensitivity)
      : b_(std::move(b)), sensitivity_(std::move(sensitivity)) {}

  std::string expression() const override {
    return "discrete_laplace(b=" + b_.text() + sensitivity_text(sensitivity_) + ")";
  }
  std::string identity() const override {
    return "discrete_laplace b=" + b_.text() + " sensitivity=" + sensitivity_.text();
  }
  std::optional<Real> largest_loss() const override { return Real(sensitivity_ / b_); }
  std::optional<Real> smallest_loss() const override { return Real(-(sensitivity_ / b_)); }
  bool ends_known() const override { return true; }

  /// Returns the tails by GEOMETRIC-TAILS.
  LossTails tails(const Real& t, Bits p) const override {
    const Rational half(1, 2);
    if (t.rational()) return tails_from(floor((*t.rational() * b_ + sensitivity_) * half), p);
    const Ball edge = (t(p) * Ball(b_, p) + Ball(sensitivity_, p)) / 2;
    const auto low = certain_floor(edge.lower()), high = certain_floor(edge.upper());
    if (!low || !high) {
      const Ball any = Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p);
      return {any, any, any, any};
    }
    if (*low == *high) return tails_from(*low, p);
    const LossTails a = tails_from(*low, p), b = tails_from(*high, p);
    return {Ball::hull(a.P_above, b.P_above), Ball::hull(a.P_below, b.P_below),
            Ball::hull(a.Q_above, b.Q_above), Ball::hull(a.Q_below, b.Q_below)};
  }

 private:
  void offers(Offers* asked) const override {
    asked->give<RoughLoss>([this] {
      const double m = (sensitivity_ / b_).approximate(), mean = m - 1 + std::exp(-m),
                   spread = std::min(m * m, 2 * m);
      return RoughLoss{{-mean, mean}, {spread, spread}};
    });
  }
  /// Returns P(X >= k) = q^k/(1+q) for k >= 1.
  Ball above(const Rational& k, Bits p) const {
    const Bits wide = p + 32;
    const Ball r = Ball(kOne / b_, wide);
    return bound<"GEOMETRIC-TAILS">((exp(-(r * Ball(k, wide))) / (exp(-r) + 1)).at(p));
  }
  /// Returns the tails at t if L > t is equivalent to X > x.
  LossTails tails_from(const Rational& x, Bits p) const {
    const Ball zero(p), one = Ball::integer(1, p);
    if (x.sign() < 0) return {one, zero, one, zero};
    if (x >= sensitivity_) return {zero, one, zero, one};
    const Rational k = x + kOne;
    const Ball P = above(k, p), Q = above(sensitivity_ - x, p);
    return {P, one - P, one - Q, Q};
  }

  Rational b_, sensitivity_;
};

}  // namespace

Mechanism wide_discrete_laplace(const Rational& b, const Rational& sensitivity) {
  return std::make_shared<WideGeometric>(b, sensitivity);
}

}  // namespace plumbline
