/// The approximations of the requested directions: one approximate pair of distributions for each direction.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/approximations/curves/judged_curves.hpp"
#include "verify/approximations/request_checks.hpp"

namespace plumbline::approximations {

/// A line segment that makes the minimum of the trade-off curves of both directions convex. Its ends are the errors
/// (alpha, beta) of two tests with threshold 0, one for each direction. Between the ends, this line, whose slope is
/// approximately -1, lies below both curves (Dong, Roth, Su 2019, Definition F.1).
template <class Real>
struct Bridge {
  std::pair<Real, Real> left, right;  ///< (alpha, beta)

  Bridge(const std::pair<Real, Real>& one, const std::pair<Real, Real>& other)
      : left(one.first < other.first ? one : other), right(one.first < other.first ? other : one) {}

  /// Returns the minimum of the value and of the line at alpha, if alpha is between the ends of the line; otherwise the
  /// value.
  Real lowered(const Real& value, const Real& alpha) const {
    if (!(left.first < alpha && alpha < right.first)) return value;
    const Real share = (alpha - left.first) / (right.first - left.first);
    return std::min(value, Real(left.second + share * (right.second - left.second)));
  }
};

/// The pairs of the requested directions. `worst` means both directions. Its delta and epsilon are the larger values,
/// its Bayes error is the smaller value, and its trade-off curve is the convexified minimum of both curves. A result is
/// nan if one of the two values is nan.
template <class Real, class Pair>
class DirectedPairs {
 public:
  /// make(false) must return the pair of the forward direction, make(true) that of the reverse direction.
  template <class Make>
  DirectedPairs(Direction direction, const Make& make) {
    if (direction != Direction::reverse) pairs_.push_back(make(false));
    if (direction != Direction::forward) pairs_.push_back(make(true));
  }

  const std::vector<Pair>& each() const { return pairs_; }

  Real delta(const Real& epsilon) const {
    return -smallest([&](const Pair& pair) { return Real(-pair.delta(epsilon)); });
  }
  Real epsilon(const Real& D) const {
    return -smallest([&](const Pair& pair) { return Real(-pair.epsilon(D)); });
  }
  Real tradeoff(const Real& alpha) const {
    const Real lower = smallest([&](const Pair& pair) { return pair.tradeoff(alpha); });
    const auto over = bridge();
    return over ? over->lowered(lower, alpha) : lower;
  }
  /// Returns the bridge between both directions; nothing for a single direction.
  std::optional<Bridge<Real>> bridge() const {
    if (pairs_.size() < 2) return std::nullopt;
    return Bridge<Real>(pairs_[0].unit_test(), pairs_[1].unit_test());
  }
  Real bayes(const Real& prior) const {
    return smallest([&](const Pair& pair) { return pair.bayes(prior); });
  }

 private:
  template <class Function>
  Real smallest(const Function& f) const {
    Real least = f(pairs_.front());
    for (size_t k = 1; k < pairs_.size(); ++k) {
      const Real other = f(pairs_[k]);
      if (!(other >= least)) least = other;
    }
    return least;
  }

  std::vector<Pair> pairs_;
};

/// Returns the minimum of the directions' curves and, for `worst`, of the line that bridges them. The polygon of this
/// line begins at (0, 2). Left of the line it lies above every trade-off function, so it does not change the minimum.
inline JudgedCurve convexified(std::vector<std::unique_ptr<ComparedCurve>> curves,
                               const std::optional<Bridge<double>>& bridge,
                               std::string definition) {
  if (bridge && bridge->left.first > 0 && bridge->left.first < bridge->right.first) {
    const auto& [left, right] = *bridge;
    curves.push_back(polygon_curve({0, left.first, right.first}, {2, left.second, right.second}));
  }
  if (bridge)
    definition += "; the minimum of both directions and of the line between their tests at 0";
  return {lower_of(std::move(curves)), std::move(definition)};
}

/// Returns the polygons through the corners of each direction's pair.
template <class Pair>
JudgedCurve polygons(const DirectedPairs<double, Pair>& pairs, std::string definition) {
  std::vector<std::unique_ptr<ComparedCurve>> curves;
  for (const Pair& pair : pairs.each()) {
    curves.push_back(polygon_curve(pair.corner_alphas(), pair.corner_betas()));
  }
  return convexified(std::move(curves), pairs.bridge(), std::move(definition));
}

}  // namespace plumbline::approximations
