/// A law on the integers and the same shifted, tabulated: masses, losses and their sums.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/integer/integer_law.hpp"

namespace plumbline {

/// The law of one step as sums over the integers, with what lies beyond them bounded.
class IntegerTables {
 public:
  /// D >= 1 and less than the length of the support; 0 < rate <= 1.
  IntegerTables(std::shared_ptr<const IntegerLaw> law, long D, Real rate);

  /// Integers first .. last: masses under P and Q, the loss, and sums of the masses over all from
  /// the i-th up and over all before it (i up to the number of integers), with the bounds of what
  /// is beyond: zero where the support ends there.
  struct Table {
    long first, last;
    bool whole_left, whole_right;  ///< nothing is beyond
    std::vector<Ball> P, Q, loss;
    std::vector<Ball> P_from, P_before, Q_from, Q_before;
    /// Bounds of the ratio of P's next mass to the last one, outward, at either end.
    Ball ratio_left, ratio_right;
    /// Logarithms of P and the losses, in doubles; empty for tables of fewer than kMany integers. They steer searches:
    /// no bound rests on them.
    std::vector<double> log_P_near, loss_near;
    size_t size() const { return loss.size(); }
  };
  static constexpr long kMany = 1024;
  /// All integers of mass 2^-depth and more, at least; null where these are too many.
  std::shared_ptr<const Table> table(Bits p, double depth) const;
  /// Which integers such a table has, at least, and how many these are.
  std::pair<long, long> range(double depth) const;
  long length(double depth) const;

  const IntegerLaw& law() const { return *law_; }
  long D() const { return D_; }
  const Real& rate() const { return rate_; }
  bool mixed() const { return !rate_.is_known_as(Rational(1)); }
  /// Where the losses are finite.
  std::optional<long> first() const;
  std::optional<long> last() const { return law_->last(); }
  /// P(first <= X <= last), Q the same.
  const Real& P_finite() const { return P_finite_; }
  const Real& Q_finite() const { return Q_finite_; }
  /// About which depth holds all but 2^-bits of what e^{cL} weighs.
  double depth_for(double c, double bits) const;
  /// Heuristic: the loss at x.
  double loss_near(double x) const;

 private:
  bool falls_from(double x, double sign, double c) const;
  std::shared_ptr<const Table> build(Bits p, long first, long last) const;

  std::shared_ptr<const IntegerLaw> law_;
  long D_;
  Real rate_, P_finite_, Q_finite_;
  mutable std::mutex mutex_;
  struct Kept {
    long bits;
    double depth;
    std::shared_ptr<const Table> table;
  };
  mutable std::vector<Kept> kept_;
};

}  // namespace plumbline
