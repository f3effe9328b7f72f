/// A dominating pair of shuffled k-ary randomized response: the uniform answers of the other users (the blanket), and
/// the answer of one user.
#pragma once

#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"

namespace plumbline {

/// Given that N of T answers are 0 or 1, the loss exceeds t exactly if more than y(T, N) of these N answers are 1.
/// y(T, N) = (e^t N + T (e^t - 1)/(e^epsilon0 - 1))/(1 + e^t) by SHUFFLED-BLANKET.
class BlanketThreshold {
 public:
  BlanketThreshold(const Real& t, const Rational& epsilon0, Bits p);

  /// Returns the largest integer that is at most y(T, N); nothing if it is not certain.
  std::optional<long> floor_of(long T, long N) const;

 private:
  bool middle_ = false;  ///< true if t = 0; then y = N/2
  Ball share_, offset_;
  std::optional<long> share_low_, share_high_, offset_low_, offset_high_;
};

class BlanketResponse final : public DominatingPair {
 public:
  /// Requires epsilon0 > 0, users > 1, values k >= 2. `grain` is described at grain(); if it is 0, the constructor
  /// chooses a number with which a query takes at most a few seconds.
  BlanketResponse(Rational epsilon0, long users, Real values, std::string expression,
                  long grain = 0);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(epsilon0_); }
  std::optional<Real> smallest_loss() const override { return Real(-epsilon0_); }

  /// The numbers of uniform answers are rounded down to multiples of this number.
  long grain() const { return grain_; }
  LossTails tails_within(double depth, const Real& t, Bits p) const {
    return inside(depth, t, p).all();
  }

 private:
  void offers(Offers* asked) const override;
  WindowTails inside(double depth, const Real& t, Bits p) const;

  Rational epsilon0_;
  long users_;
  Real values_;
  std::string expression_;
  double uniform_;  ///< approximate probability of a uniform answer, for heuristics
  long grain_;
};

/// Returns the pair; for few users as a list of all its losses.
Mechanism blanket_response(const Rational& epsilon0, long users, const Real& values,
                           const std::string& expression);

}  // namespace plumbline
