/// The contraction coefficient of a channel.
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/channels/channel_numbers.hpp"
#include "reference/channels/f_divergence.hpp"
#include "reference/channels/local_privacy.hpp"

namespace plumbline {
namespace {

struct LeCam {
  Ball value, slope, curvature;
};

/// Returns LC_beta and its first two derivatives in beta.
LeCam le_cam_derivatives(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& beta) {
  const Bits bits = beta.precision();
  const Ball one = Ball::integer(1, bits), rest = one - beta;
  LeCam out{one, Ball(bits), Ball(bits)};
  for (size_t y = 0; y < P.size(); ++y) {
    if (is_zero(P[y]) || is_zero(Q[y])) continue;
    const Ball p = P[y](bits), q = Q[y](bits), r = beta * p + rest * q, d = p - q;
    const Ball term = p * q / r;
    out.value = out.value - term;
    out.slope += term * d / r;
    out.curvature = out.curvature - term * square(d / r) * 2;
  }
  return out;
}

}  // namespace

Ball le_cam(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& beta) {
  return le_cam_derivatives(P, Q, beta).value;
}

// BOUND(LECAM-MAXIMUM)
// Statement.  Let h(beta) = LC_beta(P || Q) = 1 - sum p q/(beta p + (1-beta) q), with the sum over y with p q > 0. h
//             is concave on [0, 1]. Hence, for any b in [0, 1],
//                 h(b) <= sup h <= h(b) + max(h'(b) (1-b), -h'(b) b, 0).
// Needs.      (a) P and Q have no entry that is certainly negative, and sum to 1: the constructor of Channel. (b) b
//             in [0, 1]: checked here (std::logic_error).
// Proof.      Let r = beta p + (1-beta) q, which is positive if p q > 0. Then
//                 beta (1-beta) (p-q)^2/r = (beta p^2 + (1-beta) q^2)/r - r = p + q - p q/r - r,
//             because (beta p + (1-beta) q)(p + q) - p q = beta p^2 + (1-beta) q^2. If one of p and q is 0, the
//             equation holds for 0 < beta < 1 without the third term. The sum over y is 1 - sum p q/r, which is
//             equation 38. Each p q/r is a factor >= 0 times the reciprocal of a positive affine function of beta,
//             and hence convex. A concave function lies below its tangent at b.
// Source.     Elementary. eta_KL is the supremum over beta in (0, 1) and pairs of inputs: Ordentlich and Polyanskiy
//             2021, Theorem 1; Polyanskiy and Wu 2017, Theorem 21. eta_KL = eta_chi2: Choi, Ruskai, Seneta 1994.
LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& b) {
  const Ball one = Ball::integer(1, b.precision()), zero(b.precision());
  if (!certainly_at_most(zero, b) || !certainly_at_most(b, one)) {
    throw std::logic_error("beta must be in [0, 1], got " + b.decimal_bounds(10).first);
  }
  const LeCam at = le_cam_derivatives(P, Q, b);
  const Ball steepest = max(max(at.slope * (one - b), -at.slope * b), zero);
  const UpperBound above = bound<"LECAM-MAXIMUM">(UpperBound::of(steepest));
  const Ball value = at.value + Ball::zero_to(above, b.precision());
  require_within(value, kZero, kOne, "a Le Cam divergence");
  return {value, b};
}

LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, Bits p) {
  const auto slope_at = [&](double b) {
    return le_cam_derivatives(P, Q, Ball::from_binary64(b, Bits{64})).slope.approximate();
  };
  double low = 0, high = 1;
  if (slope_at(0) <= 0) {
    high = 0;
  } else if (slope_at(1) >= 0) {
    low = 1;
  }
  for (int i = 0; i < 50 && low < high; ++i) {
    const double middle = (low + high) / 2;
    (slope_at(middle) > 0 ? low : high) = middle;
  }
  const Ball one = Ball::integer(1, p), zero(p);
  Ball b = Ball::from_binary64((low + high) / 2, p);
  const bool inside = low > 0 && high < 1;
  for (long known = 40; inside && known < p.n; known *= 2) {  // Newton's method; any b is valid
    const LeCam at = le_cam_derivatives(P, Q, b);
    const Ball next = (b - at.slope / at.curvature).midpoint();
    if (!next.is_finite() || !certainly_less(zero, next) || !certainly_less(next, one)) break;
    b = next;
  }
  return le_cam_maximum(P, Q, b);
}

namespace {

/// Returns the maximum of the Le Cam divergence over beta and all pairs of inputs. Throws Interrupted if poll does.
Contraction contraction_at(const Channel& channel, Bits p, const Poll& poll) {
  Contraction best{Ball(p), Ball(p), {0, 0}};
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = x + 1; other < channel.inputs(); ++other) {
      poll();
      const LeCamMaximum one = le_cam_maximum(channel.row(x), channel.row(other), p);
      if (certainly_less(best.value, one.value) || best.at.second == 0) {
        best.beta = one.beta;
        best.at = {x, other};
      }
      best.value = max(best.value, one.value);
    }
  }
  return best;
}

}  // namespace

Contraction contraction_coefficient(const Channel& channel, const Effort& effort) {
  const Ball unit = Ball::zero_to(UpperBound::of(Ball::integer(1, Bits{64})), Bits{64});
  Contraction out{unit, unit, {0, 1}};  // nothing is known about any pair
  const Bits asked = bits_for_digits(effort.digits);
  try {
    for (Bits p = asked + 64;; p = Bits{2 * p.n}) {
      out = contraction_at(channel, p, effort.poll);
      const bool reached = out.value.relative_digits() >= effort.digits;
      if (reached || p.n >= 8 * asked.n + 1024) break;
    }
  } catch (const Interrupted&) {
  }
  return out;
}

Ball largest_contraction(const std::optional<Real>& epsilon, const Real& eta, Bits p) {
  return epsilon ? eta(p) * half_tanh((*epsilon)(p)) : eta(p);
}

Ball chi2_bound(const Real& epsilon, const Real& eta, const Ball& tv, Bits p) {
  const Ball e = epsilon(p);
  return eta(p) * 4 * expm1(e) * (exp(-e) + 1) * square(tv);
}

Ball erasure_guarantee(const Real& epsilon, const Real& eta, Bits p) {
  const Ball e = epsilon(p);
  return eta(p) / (expm1(e) * (exp(-e) + 1) * 2);
}

}  // namespace plumbline
