/// Small pairs on a lattice, for tests only.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline::testing {

/// Wraps a pair without its own bound of the decay, to test the general bound.
class Undecided final : public PairWithTransform {
 public:
  explicit Undecided(Mechanism inner) : inner_(std::move(inner)) {}
  std::string expression() const override { return inner_->expression(); }
  std::string identity() const override { return "undecided " + inner_->identity(); }
  LossTails tails(const Real& t, Bits p) const override { return inner_->tails(t, p); }
  std::optional<LossLattice> lattice() const override { return inner_->lattice(); }
  Ball transform(double c, Bits p) const override { return measure_of(*inner_).transform(c, p); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override {
    return measure_of(*inner_).transform_on_line(c, D, count, p, poll);
  }
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override { return measure_of(*inner_).log_transform(c); }
  double log_decay(double, double) const override { return 0; }

 private:
  Mechanism inner_;
};

/// The dominating pair of (epsilon, delta)-DP: with probability delta the output reveals the record (loss -inf under
/// P, +inf under Q), otherwise binary randomized response; delta = 0 is randomized response alone.
class Response final : public PairWithTransform {
 public:
  Response(Rational epsilon, Rational delta)
      : epsilon_(std::move(epsilon)), delta_(std::move(delta)) {}
  std::string expression() const override { return "response"; }
  std::string identity() const override {
    return "response " + epsilon_.text() + " " + delta_.text();
  }
  LossTails tails(const Real&, Bits p) const override {
    const Ball any = Ball::indeterminate(p);
    return {any, any, any, any};
  }
  std::optional<LossLattice> lattice() const override {
    return LossLattice{-epsilon_, epsilon_ * Rational(2)};
  }
  std::optional<Real> largest_loss() const override {
    return delta_.is_zero() ? std::optional<Real>(epsilon_) : std::nullopt;
  }
  std::optional<Real> smallest_loss() const override {
    return delta_.is_zero() ? std::optional<Real>(-epsilon_) : std::nullopt;
  }
  Ball transform(double c, Bits p) const override {
    return at(ComplexBall(Ball::from_binary64(c, p)), p).real();
  }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll&) const override {
    LineValues out{ComplexVector(count, p), UpperBound()};
    for (size_t k = 0; k < count; ++k) {
      out.values.set(k,
                     at(ComplexBall(Ball::from_binary64(c, p), D.at(p) * static_cast<long>(k)), p));
    }
    return out;
  }
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override {
    const double e = epsilon_.approximate();
    return std::log1p(-delta_.approximate()) + std::max(e * c, e * (1 - c)) +
           std::log1p(std::exp(-e * std::fabs(2 * c - 1))) - e - std::log1p(std::exp(-e));
  }
  double log_decay(double, double) const override { return 0; }

 private:
  ComplexBall at(const ComplexBall& s, Bits p) const {
    const Ball e(epsilon_, p), one = Ball::integer(1, p);
    return (exp(s * e) + exp((ComplexBall(one) - s) * e)) *
           ((one - Ball(delta_, p)) / (one + exp(e)));
  }
  Rational epsilon_, delta_;
};

}  // namespace plumbline::testing
