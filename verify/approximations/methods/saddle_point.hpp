/// Saddle-point approximations of the distribution of the loss and of the privacy profile.
#pragma once

#include <algorithm>

#include "verify/approximations/steps/gaussian_pair.hpp"
#include "verify/approximations/steps/loss_transform.hpp"

namespace plumbline::approximations {

/// Largest |s| in the search for a saddle point.
constexpr int kSaddleReach = 100;

/// The approximate pair of one direction. S is the loss of this direction, and t is a threshold (for delta, t =
/// epsilon). The tails of S and delta are integrals (1/2 pi i) int e^{F(s)} ds over a vertical line, where F(s) is K(s)
/// - s t minus log|s - pole| for each pole. At the c with F'(c) = 0 such an integral is approximately e^F / sqrt(2 pi
/// F'') (Daniels 1954; Alghamdi, Asoodeh, Calmon, Gomez, Kosut, Sankar 2023, "The saddle-point method in differential
/// privacy"). The second order multiplies it by 1 + F''''/(8 F''^2) - 5 F'''^2/(24 F''^3).
template <class Real>
class SaddlePair {
 public:
  SaddlePair(const LossTransform<Real>& K, bool reverse, int order)
      : K_(&K), reverse_(reverse), order_(order) {}

  /// Returns delta = (1/2 pi i) int e^{K(s) + t(1-s)} / (s (s-1)) ds for Re s > 1.
  Real delta(const Real& epsilon) const {
    using std::exp;
    return exp(epsilon) * integral(epsilon, Poles{true, true}, Real(1), reach());
  }
  /// Returns delta - 1 + e^t, which is the same integral for Re s < 0.
  Real excess(const Real& epsilon) const {
    using std::exp;
    return exp(epsilon) * integral(epsilon, Poles{true, true}, Real(-reach()), Real(0));
  }

  /// Returns f, the alternative's mass of {S <= t} at the t where the null's mass of {S > t} is alpha.
  Real tradeoff(const Real& alpha) const {
    using std::sqrt;
    const bool high = alpha * 2 > 1;
    const auto excess = [&](const Real& t) {
      return high ? Real(1 - alpha - null_tail(t, false)) : Real(null_tail(t, true) - alpha);
    };
    const TransformAt<Real> null = at(Real(0)), alternative = at(Real(1));
    const Real deviation = sqrt(null.second);
    const Real start = null.first + deviation * normal_upper_quantile(alpha);
    const Real t = nearest_root<Real>(excess, start, Real(deviation / 20));
    return t > alternative.first ? Real(1 - alternative_tail(t, true)) : alternative_tail(t, false);
  }
  /// Computes the Bayes error from the smaller of delta and delta - 1 + e^t.
  Real bayes(const Real& prior) const {
    using std::log;
    const Real t = log(prior / (1 - prior));
    if (t >= 0) return (1 - prior) * (1 - delta(t));
    return prior - (1 - prior) * excess(t);
  }
  /// Returns the errors (alpha, beta) of the test at threshold 0.
  std::pair<Real, Real> unit_test() const {
    const Real a = null_tail(Real(0), true);
    return {a, Real(1 - delta(Real(0)) - a)};
  }
  /// Returns the root of delta(epsilon) = D that is nearest to the root for G_mu, where G_mu has the same ratio of mean
  /// and standard deviation of the loss.
  Real epsilon(const Real& D) const {
    using std::sqrt;
    const TransformAt<Real> null = at(Real(0));
    const Real deviation = sqrt(null.second);
    const GaussianPair<Real> limit(Real(-2 * null.first / deviation));
    return nearest_root<Real>([&](const Real& e) { return Real(delta(e) - D); }, limit.epsilon(D),
                              Real(deviation / 20));
  }

 private:
  struct Poles {
    bool zero, one;
  };

  static Real reach() { return Real(kSaddleReach - 1); }

  /// If `above`, returns the mass of {S > t} under the null hypothesis: the integral of e^{K(s) - ts} / s for Re s > 0.
  /// Otherwise returns the mass of {S <= t}: the integral for Re s < 0 with the denominator -s.
  Real null_tail(const Real& t, bool above) const {
    return integral(t, Poles{true, false}, above ? Real(0) : Real(-reach()),
                    above ? reach() : Real(0));
  }
  /// Returns the same masses under the alternative: the integral of e^{K(s) + t(1-s)} / (s-1) for Re s > 1, or the
  /// integral for Re s < 1 with the denominator 1-s.
  Real alternative_tail(const Real& t, bool above) const {
    using std::exp;
    return exp(t) * integral(t, Poles{false, true}, above ? Real(1) : Real(-reach()),
                             above ? reach() : Real(1));
  }

  /// Returns K of the direction; in reverse it is log E_Q[e^{-sL}] = K(1 - s).
  TransformAt<Real> at(const Real& s) const {
    if (!reverse_) return K_->at(s);
    TransformAt<Real> k = K_->at(Real(1 - s));
    k.first = -k.first, k.third = -k.third;
    return k;
  }

  /// Adds -log|s - pole| and its derivatives, where distance = s - pole.
  static void add_pole(const Real& distance, TransformAt<Real>* F) {
    using std::abs;
    using std::log;
    const Real r = 1 / distance, r2 = r * r;
    F->value -= log(Real(abs(distance)));
    F->first -= r, F->second += r2, F->third -= 2 * r2 * r, F->fourth += 6 * r2 * r2;
  }

  TransformAt<Real> exponent(const Real& s, const Real& t, const Poles& poles) const {
    TransformAt<Real> F = at(s);
    F.value -= s * t, F.first -= t;
    if (poles.zero) add_pole(s, &F);
    if (poles.one) add_pole(Real(s - 1), &F);
    return F;
  }

  /// Returns the saddle-point approximation of the integral. F must be convex between low and high. Solves F' = 0 by
  /// Newton's method, safeguarded by a bracket. If the search ends at |s| = reach(), there is no saddle point in the
  /// range, and the mass is negligible; then it returns 0.
  Real integral(const Real& t, const Poles& poles, Real low, Real high) const {
    using std::abs;
    using std::exp;
    using std::sqrt;
    const Real first = low, last = high, near(1);
    Real s = (low + std::min(high, Real(low + 2 * near))) / 2;
    if (low < -near) s = high - near / 2;
    TransformAt<Real> F = exponent(s, t, poles);
    for (int k = 0; k < 300; ++k) {
      (F.first < 0 ? low : high) = s;
      Real next = s - F.first / F.second;
      if (!(low < next && next < high)) next = (low + high) / 2;
      const bool done = abs(next - s) <= abs(s) * (8 * std::numeric_limits<Real>::epsilon());
      s = next;
      F = exponent(s, t, poles);
      if (done) break;
    }
    if (abs(s - last) < Real(1) / 1000 && last > 1) return Real(0);
    if (abs(s - first) < Real(1) / 1000 && first < 0) return Real(0);
    const Real leading = exp(F.value) / sqrt(constants::two_pi<Real>() * F.second);
    if (order_ == 1) return leading;
    const Real v = F.second;
    return leading * (1 + F.fourth / (8 * v * v) - 5 * F.third * F.third / (24 * v * v * v));
  }

  const LossTransform<Real>* K_;
  bool reverse_;
  int order_;
};

}  // namespace plumbline::approximations
