#include "reference/mechanisms/finite/finite_pair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

/// Merges equal losses, which is decided exactly.
std::vector<LossPoint> merged(const std::vector<LossPoint>& points) {
  std::vector<LogLinear> losses;
  for (const LossPoint& point : points) losses.push_back(point.loss);
  const LogBasis basis(losses);
  std::map<Coordinates, size_t> seen;
  std::vector<LossPoint> out;
  for (const LossPoint& point : points) {
    const auto at = basis.coordinates(point.loss);
    if (!at) {  // beyond 2^40: left apart, sorted() needs them different
      out.push_back(point);
      continue;
    }
    const auto [found, fresh] = seen.emplace(*at, out.size());
    if (fresh) {
      out.push_back(point);
    } else {
      LossPoint& same = out[found->second];
      same.mass = same.mass + point.mass;
    }
  }
  return out;
}

/// In increasing order, with as much precision as that takes.
std::vector<LossPoint> sorted(std::vector<LossPoint> points) {
  constexpr long kMostBits = 1L << 16;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    std::vector<std::pair<Ball, LossPoint>> keyed;
    for (const LossPoint& point : points) keyed.emplace_back(point.loss(p), point);
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
      return certainly_less(a.first.midpoint(), b.first.midpoint());
    });
    bool certain = true;
    for (size_t i = 0; i + 1 < keyed.size(); ++i) {
      certain = certain && certainly_less(keyed[i].first, keyed[i + 1].first);
    }
    if (!certain) continue;
    for (size_t i = 0; i < points.size(); ++i) points[i] = keyed[i].second;
    return points;
  }
  throw std::invalid_argument("two losses are too close to tell apart");
}

enum class Side { above, below, undecided };

/// Whether a loss is above t: decided exactly where t has a known form.
Side side_of(const LogLinear& loss, const Real& t, Bits p) {
  constexpr long kMostBits = 4096;
  for (Bits bits = p;; bits = Bits{2 * bits.n}) {
    const Ball x = loss(bits), y = t(bits);
    if (certainly_less(y, x)) return Side::above;
    if (certainly_at_most(x, y)) return Side::below;
    if (bits.n > kMostBits) return Side::undecided;
    if (!(bits == p)) continue;
    if (const auto form = t.log_linear()) {
      const LogBasis basis({loss, *form});
      const auto a = basis.coordinates(loss), b = basis.coordinates(*form);
      if (a && b && *a == *b) return Side::below;
    }
  }
}

}  // namespace

FinitePair::FinitePair(const std::vector<LossPoint>& points, std::string expression,
                       std::string identity)
    : points_(sorted(merged(points))),
      expression_(std::move(expression)),
      identity_(std::move(identity)) {
  const Bits p{128};
  for (const LossPoint& point : points_) {
    log_mass_.push_back(point.mass(p).log_approximate());
    loss_.push_back(point.loss(p).approximate());
  }
}

// BOUND(FINITE-ATOM)
// Statement.  A point of mass m whose loss l could not be compared with t adds a number in [0, m]
//             to the mass above t and to that of t and below.
// Needs.      m >= 0: the caller, by FinitePair's constructor.
// Proof.      It adds 0 or m.
// Source.     Elementary.
LossTails FinitePair::tails(const Real& t, Bits p) const {
  const auto part = [](const Ball& mass, bool decided) {
    return decided ? mass : bound<"FINITE-ATOM">(Ball::hull(Ball(mass.precision()), mass));
  };
  const Ball zero(p);
  LossTails out{zero, zero, zero, zero};
  for (const LossPoint& point : points_) {
    const Ball P = point.mass(p), Q = P * exponential(point.loss, p);
    const Side side = side_of(point.loss, t, p);
    const bool decided = side != Side::undecided;
    if (side != Side::below) {
      out.P_above += part(P, decided);
      out.Q_above += part(Q, decided);
    }
    if (side != Side::above) {
      out.P_below += part(P, decided);
      out.Q_below += part(Q, decided);
    }
  }
  return out;
}

std::optional<LossLattice> FinitePair::lattice() const {
  for (const LossPoint& point : points_) {
    if (!point.loss.logs.empty()) return std::nullopt;
  }
  LossLattice out{points_.front().loss.offset, Rational(0)};
  for (const LossPoint& point : points_) {
    out.spacing = gcd(out.spacing, point.loss.offset - out.offset);
  }
  if (out.spacing.is_zero()) out.spacing = Rational(1);
  return out;
}

Ball FinitePair::transform(double c, Bits p) const {
  const Ball s = Ball::from_binary64(c, p);
  Ball sum(p);
  for (const LossPoint& point : points_) sum += point.mass(p) * exp(s * point.loss(p));
  return sum;
}

LineValues FinitePair::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                         const Poll& poll) const {
  const Ball s = Ball::from_binary64(c, p), zero(p);
  ComplexVector weights(points_.size(), p), nodes(points_.size(), p);
  for (size_t i = 0; i < points_.size(); ++i) {
    const Ball loss = points_[i].loss(p);
    weights.set(i, ComplexBall(points_[i].mass(p) * exp(s * loss), zero));
    nodes.set(i, ComplexBall(loss, zero));
  }
  return {exponential_sums(weights, nodes, D, count, p, poll), UpperBound()};
}

double FinitePair::log_transform(double c) const {
  double top = -1e300, reach = 0;
  for (size_t i = 0; i < loss_.size(); ++i) {
    top = std::max(top, log_mass_[i] + c * loss_[i]);
    reach = std::max(reach, std::fabs(c * loss_[i]));
  }
  double sum = 0;
  for (size_t i = 0; i < loss_.size(); ++i) {
    sum += reach < 1 ? std::exp(log_mass_[i]) * std::expm1(c * loss_[i])
                     : std::exp(log_mass_[i] + c * loss_[i] - top);
  }
  return reach < 1 ? std::log1p(sum) : top + std::log(sum);
}

}  // namespace plumbline
