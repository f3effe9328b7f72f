/// Distribution functions of one step's loss, in closed form.
#pragma once

#include <algorithm>

#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/steps/moments.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// The loss of a step in a direction: L = log dQ/dP under null P and alternative Q forward, -L
/// under null Q and alternative P in reverse.
template <class Real>
class LossTails {
 public:
  LossTails(const StepLaw& law, bool reverse)
      : laplace_(law.kind == StepLaw::Kind::laplace ||
                 law.kind == StepLaw::Kind::subsampled_laplace),
        reverse_(reverse),
        mu_(to_real<Real>(law.mu)),
        p_(to_real<Real>(law.p)) {}

  /// Mass of the loss in (lo, hi] under the null or the alternative, without cancellation of
  /// numbers near 1.
  Real null_mass(const Real& lo, const Real& hi) const { return mass(!reverse_, lo, hi); }
  Real alternative_mass(const Real& lo, const Real& hi) const { return mass(reverse_, lo, hi); }

  /// Mass of the loss above t, and of the loss at most t, under the alternative.
  Real alternative_above(const Real& t) const { return tail(reverse_, t, true); }
  Real alternative_at_most(const Real& t) const { return tail(reverse_, t, false); }

 private:
  Real mass(bool under_P, const Real& lo, const Real& hi) const {
    const Real above = tail(under_P, lo, true);
    if (above * 2 < 1) return above - tail(under_P, hi, true);
    return tail(under_P, hi, false) - tail(under_P, lo, false);
  }

  /// P or Q of {loss > t}, or of its complement.
  Real tail(bool under_P, const Real& t, bool above) const {
    // -L > t is L < -t: the complement of L >= -t.
    return reverse_ ? mixture(under_P, Real(-t), !above, true) : mixture(under_P, t, above, false);
  }

  /// {L > t} ({L >= t} if closed) or its complement; L = log(1 - p + p e^z), z the loss without
  /// subsampling.
  Real mixture(bool under_P, const Real& t, bool above, bool closed) const {
    using std::log;
    if (p_ == 1) return unmixed(under_P, t, above, closed);
    const Real x = expm1(t) / p_;  // e^z - 1
    if (x <= -1) return above ? 1 : 0;
    const Real z = log1p(x);
    const Real from_P = unmixed(true, z, above, closed);
    if (under_P) return from_P;
    return (1 - p_) * from_P + p_ * unmixed(false, z, above, closed);
  }

  Real unmixed(bool under_P, const Real& z, bool above, bool closed) const {
    if (!laplace_) {
      const Real x = under_P ? Real(z / mu_ + mu_ / 2) : Real(z / mu_ - mu_ / 2);
      return above ? normal_above(x) : normal_below(x);
    }
    using std::exp;
    // z = |y| - |y - mu|: atoms at -mu and mu. Under Q, z is distributed as -z under P.
    if (!under_P) return laplace(Real(-z), !above, !closed);
    return laplace(z, above, closed);
  }

  /// Under P: P(z > t) = e^{-(t + mu)/2} / 2 for -mu <= t < mu.
  Real laplace(const Real& t, bool above, bool closed) const {
    using std::exp;
    if (t < -mu_ || (closed && t == -mu_)) return above ? 1 : 0;
    if (t > mu_ || (!closed && t == mu_)) return above ? 0 : 1;
    const Real tail = exp(-(t + mu_) / 2) / 2;
    return above ? tail : Real(1 - tail);
  }

  bool laplace_, reverse_;
  Real mu_, p_;
};

}  // namespace plumbline::approximations
