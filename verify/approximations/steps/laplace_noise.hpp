/// Functions for Laplace steps with and without subsampling. z = |y| - |y - mu| is the loss of an output y for Lap(0,1)
/// against Lap(mu,1), without subsampling. It has atoms at -mu and mu. Under Q, z is distributed as -z under P.
#pragma once

#include <algorithm>
#include <vector>

#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/node_transform.hpp"
#include "verify/approximations/steps/subsampled.hpp"

namespace plumbline::approximations {

/// If `above`, returns P(z > t), or P(z >= t) if `closed`; otherwise returns the complement of this probability. For
/// -mu <= t < mu, P(z > t) = e^{-(t + mu)/2} / 2.
template <class Real>
Real laplace_tail_under_P(const Real& mu, const Real& t, bool above, bool closed) {
  using std::exp;
  if (t < -mu || (closed && t == -mu)) return above ? 1 : 0;
  if (t > mu || (!closed && t == mu)) return above ? 0 : 1;
  const Real tail = exp(-(t + mu) / 2) / 2;
  return above ? tail : Real(1 - tail);
}

/// Returns the tail of z, with the arguments of StepIn::tail.
template <class Real>
Real laplace_tail(const Real& mu, Measure measure, const Real& z, bool above, bool closed) {
  if (measure == Measure::Q) return laplace_tail_under_P(mu, Real(-z), !above, !closed);
  return laplace_tail_under_P(mu, z, above, closed);
}

/// Returns a random draw of z, computed by inversion.
template <class Real>
Real laplace_draw(const Real& mu, RandomReals<Real>& random, Measure measure) {
  using std::log;
  const Real u = random.uniform();
  const Real z = u < Real(0.5) ? Real(-mu) : std::min(mu, Real(-2 * log(2 * (1 - u)) - mu));
  return measure == Measure::P ? z : Real(-z);
}

/// Returns the two atoms as nodes, and Gauss nodes between the atoms.
template <class Real>
std::vector<NoiseNode<Real>> laplace_nodes(const Real& mu, const Real& p, Measure measure) {
  using std::exp;
  std::vector<NoiseNode<Real>> nodes;
  const auto add = [&](const Real& z, const Real& under_P) {
    const Real x = p * expm1(z);  // dQ/dP - 1
    nodes.push_back({log1p(x), measure == Measure::P ? under_P : Real(under_P * (1 + x))});
  };
  add(Real(-mu), Real(Real(1) / 2));
  add(mu, Real(exp(-mu) / 2));
  gauss_panels<Real>(Real(0), mu, Real(Real(1) / 2), [&](const Real& y, const Real& weight) {
    add(Real(2 * y - mu), Real(weight * exp(-y) / 2));
  });
  return nodes;
}

/// Returns a transform with nodes at the two atoms, and on panels so narrow that e^{2sy} is smooth on each.
template <class Real>
std::shared_ptr<const StepTransform<Real>> laplace_transform(const Real& mu, const Real& p,
                                                             const Real& reach) {
  using std::log;
  const Real log_half = log(Real(1) / 2);
  std::vector<typename NodeTransform<Real>::Node> nodes;
  nodes.push_back({subsampled_loss(p, Real(-mu)), log_half});
  nodes.push_back({subsampled_loss(p, mu), Real(log_half - mu)});
  const Real widest = std::min(Real(Real(1) / 2), Real(10 / reach));
  gauss_panels<Real>(Real(0), mu, widest, [&](const Real& y, const Real& weight) {
    nodes.push_back({subsampled_loss(p, Real(2 * y - mu)), Real(log_half + log(weight) - y)});
  });
  return std::make_shared<const NodeTransform<Real>>(std::move(nodes));
}

}  // namespace plumbline::approximations
