/// Tails and interval probabilities of the loss of one step, in one direction.
#pragma once

#include <array>
#include <optional>

#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {

/// The end of a cell (an interval of losses). It caches the tails at this loss, because the neighbouring cell needs the
/// same tails.
template <class Real>
struct CellEnd {
  explicit CellEnd(const Real& loss) : t(loss) {}
  Real t;
  /// Complement and tail under P, complement and tail under Q.
  std::array<std::optional<Real>, 4> tails{};
};

/// The loss of a step in a direction: L = log dQ/dP under null P and alternative Q forward, -L under null Q and
/// alternative P in reverse. The step provides its tails.
template <class Real>
class LossTails {
 public:
  LossTails(const StepLaw& law, bool reverse) : tail_(law.in<Real>().tail), reverse_(reverse) {}

  /// Return the probability that the loss is in (lo, hi], under the null or under the alternative. It is the difference
  /// of the smaller tails, which avoids the cancellation of numbers near 1.
  Real null_mass(CellEnd<Real>& lo, CellEnd<Real>& hi) const {
    return mass(reverse_ ? Measure::Q : Measure::P, lo, hi);
  }
  Real alternative_mass(CellEnd<Real>& lo, CellEnd<Real>& hi) const {
    return mass(alternative(), lo, hi);
  }
  Real null_mass(const Real& from, const Real& to) const {
    CellEnd<Real> lo(from), hi(to);
    return null_mass(lo, hi);
  }
  Real alternative_mass(const Real& from, const Real& to) const {
    CellEnd<Real> lo(from), hi(to);
    return alternative_mass(lo, hi);
  }

  /// Return the mass of the loss above t, and at most t, under the alternative.
  Real alternative_above(const Real& t) const { return tail(alternative(), t, true); }
  Real alternative_at_most(const Real& t) const { return tail(alternative(), t, false); }

 private:
  Measure alternative() const { return reverse_ ? Measure::P : Measure::Q; }

  Real mass(Measure measure, CellEnd<Real>& lo, CellEnd<Real>& hi) const {
    const Real& above = known_tail(measure, lo, true);
    if (above * 2 < 1) return above - known_tail(measure, hi, true);
    return known_tail(measure, hi, false) - known_tail(measure, lo, false);
  }

  const Real& known_tail(Measure measure, CellEnd<Real>& end, bool above) const {
    std::optional<Real>& known = end.tails[(measure == Measure::P ? 0U : 2U) + (above ? 1U : 0U)];
    if (!known) known = tail(measure, end.t, above);
    return *known;
  }

  /// If `above`, returns the probability of {loss > t} under P or Q; otherwise returns its complement.
  Real tail(Measure measure, const Real& t, bool above) const {
    // -L > t is equivalent to L < -t, the complement of L >= -t.
    return reverse_ ? tail_(measure, Real(-t), !above, true) : tail_(measure, t, above, false);
  }

  decltype(StepIn<Real>::tail) tail_;
  bool reverse_;
};

}  // namespace plumbline::approximations
