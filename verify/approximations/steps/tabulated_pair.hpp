/// Distribution functions that are tabulated on a grid and linear between its points, and the pair of distributions
/// that they define.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "verify/approximations/numerics/roots.hpp"

namespace plumbline::approximations {

/// A function given by its values at equally spaced points. It is linear between the points, 0 below the first point,
/// and 1 above the last one.
template <class Real>
class Table {
 public:
  Table(const Real& lo, const Real& hi, size_t size)
      : lo_(lo),
        step_((hi - lo) / Real(static_cast<long>(size - 1))),
        last_(Real(static_cast<long>(size - 1))),
        values_(size),
        rises_(size) {}

  /// Sets the value at point i to f(i).
  template <class Function>
  void fill(const Function& f) {
    for (size_t i = 0; i < values_.size(); ++i) values_[i] = f(i);
    for (size_t i = 0; i + 1 < values_.size(); ++i) rises_[i] = values_[i + 1] - values_[i];
  }

  /// The position of an argument x in the table: between the points i and i + 1, at the fraction `share` of their
  /// distance, or outside of the table.
  struct Place {
    enum { below, inside, above } where;
    std::uint32_t i = 0;
    Real share{0};
  };
  Place place(const Real& x) const {
    const Real steps = (x - lo_) / step_;
    if (steps < 0) return {Place::below};
    if (steps >= last_) return {Place::above};
    const auto i = static_cast<long>(steps);
    return {Place::inside, static_cast<std::uint32_t>(i), Real(steps - Real(i))};
  }
  Real at(const Place& place) const {
    if (place.where != Place::inside) return Real(place.where == Place::below ? 0 : 1);
    return values_[place.i] + place.share * rises_[place.i];
  }
  Real operator()(const Real& x) const { return at(place(x)); }

  Real point(size_t i) const { return lo_ + step_ * Real(static_cast<long>(i)); }
  const std::vector<Real>& values() const { return values_; }

 private:
  Real lo_, step_, last_;
  std::vector<Real> values_, rises_;
};

/// The pair given by the distribution functions P(S <= x) and Q(S <= x) of the total loss S.
template <class Real>
class TabulatedPair {
 public:
  TabulatedPair(const Table<Real>& P, const Table<Real>& Q, bool reverse)
      : P_(P), Q_(Q), reverse_(reverse) {}

  Real delta(const Real& epsilon) const {
    using std::exp;
    return alternative_above(epsilon) - exp(epsilon) * null_above(epsilon);
  }
  Real epsilon(const Real& D) const {
    const Real lo = P_.point(0), hi = P_.point(P_.values().size() - 1);
    return nearest_root<Real>([&](const Real& e) { return Real(delta(e) - D); },
                              Real((lo + hi) / 2), Real((hi - lo) / 200));
  }
  Real bayes(const Real& prior) const {
    using std::log;
    const Real t = log(prior / (1 - prior));
    return prior * null_above(t) + (1 - prior) * (1 - alternative_above(t));
  }
  /// Returns the value at alpha of a polygon with one corner for each threshold t of the grid: (null probability of a
  /// loss above t, alternative probability of a loss of at most t). For alpha up to the first corner, the value is 1.
  /// Beyond the last corner, the value is that of the last corner.
  Real tradeoff(const Real& alpha) const {
    const std::vector<Real> alphas = corner_alphas(), betas = corner_betas();
    size_t k = 0;
    while (k < alphas.size() && alphas[k] < alpha) ++k;
    if (k == alphas.size()) return betas.back();
    if (k == 0) return Real(1);
    const Real share = (alpha - alphas[k - 1]) / (alphas[k] - alphas[k - 1]);
    return betas[k - 1] + share * (betas[k] - betas[k - 1]);
  }

  /// Returns the errors of the test at threshold 0.
  std::pair<Real, Real> unit_test() const {
    return {null_above(Real(0)), Real(1 - alternative_above(Real(0)))};
  }

  /// Return the coordinates of the corners in the order of increasing alpha, that is, of decreasing thresholds.
  std::vector<Real> corner_alphas() const {
    return reverse_ ? Q_.values() : complements(P_.values());
  }
  std::vector<Real> corner_betas() const {
    if (reverse_) {
      std::vector<Real> betas = complements(P_.values());
      std::reverse(betas.begin(), betas.end());
      return betas;
    }
    return {Q_.values().rbegin(), Q_.values().rend()};
  }

 private:
  /// Returns the numbers 1 - v for all values v, in reverse order.
  static std::vector<Real> complements(const std::vector<Real>& values) {
    std::vector<Real> out;
    for (auto it = values.rbegin(); it != values.rend(); ++it) out.push_back(1 - *it);
    return out;
  }
  Real null_above(const Real& t) const { return reverse_ ? Q_(Real(-t)) : Real(1 - P_(t)); }
  Real alternative_above(const Real& t) const { return reverse_ ? P_(Real(-t)) : Real(1 - Q_(t)); }

  Table<Real> P_, Q_;
  bool reverse_;
};

}  // namespace plumbline::approximations
