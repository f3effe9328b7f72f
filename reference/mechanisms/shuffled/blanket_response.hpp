/// A dominating pair of shuffled k-ary randomized response: the others' uniform answers and one user's own.
#pragma once

#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"

namespace plumbline {

/// Where the loss is above t: of T answers N are 0 or 1, more than y(T, N) of them 1.
class BlanketThreshold {
 public:
  BlanketThreshold(const Real& t, const Rational& epsilon0, Bits p);

  /// The largest whole number at most y(T, N), where it is certain.
  std::optional<long> floor_of(long T, long N) const;

 private:
  bool middle_ = false;  ///< t = 0: y = N/2
  Ball share_, offset_;
  std::optional<long> share_low_, share_high_, offset_low_, offset_high_;
};

class BlanketResponse final : public DominatingPair {
 public:
  /// epsilon0 > 0, users > 1, values k >= 2; a grain of 0 is one with which an answer takes seconds at most.
  BlanketResponse(Rational epsilon0, long users, Real values, std::string expression,
                  long grain = 0);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(epsilon0_); }
  std::optional<Real> smallest_loss() const override { return Real(-epsilon0_); }

  /// The numbers of uniform answers are rounded down to multiples of this.
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
  double uniform_;  ///< the share of uniform answers, heuristics
  long grain_;
};

/// The pair, of few users with all its losses.
Mechanism blanket_response(const Rational& epsilon0, long users, const Real& values,
                           const std::string& expression);

}  // namespace plumbline
