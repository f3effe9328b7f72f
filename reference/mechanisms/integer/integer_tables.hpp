/// Tables of a distribution on the integers and of its shift: masses, losses and their sums.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/real.hpp"
#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/integer/partial_sums.hpp"

namespace plumbline {

/// Tables of the distribution of one step over a finite range of integers, with bounds on both tails.
class IntegerTables {
 public:
  /// `D` is the shift of the noise (the sensitivity): at least 1 and smaller than the length of the support. `rate` is
  /// the sampling rate, 0 < rate <= 1.
  IntegerTables(std::shared_ptr<const IntegerLaw> law, long D, Real rate);

  /// The integers first .. last: the masses under P and Q, the loss, and partial sums of the masses. The partial sums
  /// include enclosures of the tails beyond the range. Such a tail is zero on a side where the support ends.
  struct Table {
    long first, last;
    bool whole_left, whole_right;  ///< the support ends with the table on that side
    std::vector<Ball> P, Q, loss;
    PartialSums of_P, of_Q;
    /// At each end of the table: the first mass of P beyond the table, divided by the last mass in the table; 0 if the
    /// support ends there.
    Ball ratio_left, ratio_right;
    /// Logarithms of P and the losses, in doubles; empty for tables of fewer than kMany integers. They guide searches
    /// and enter no bound.
    std::vector<double> log_P_near, loss_near;
    size_t size() const { return loss.size(); }
    /// The sum of the masses from the i-th integer up, or before the i-th integer; 0 <= i <= size().
    Ball P_from(size_t i) const { return of_P.from(P, i); }
    Ball P_before(size_t i) const { return of_P.before(P, i); }
    Ball Q_from(size_t i) const { return of_Q.from(Q, i); }
    Ball Q_before(size_t i) const { return of_Q.before(Q, i); }
  };
  static constexpr long kMany = 1024;
  /// Returns a table that contains all integers of mass at least 2^-depth; null if there are too many.
  std::shared_ptr<const Table> table(Bits p, double depth) const;
  /// Returns a range that contains all integers of mass at least 2^-depth. length() returns its length.
  std::pair<long, long> range(double depth) const;
  long length(double depth) const;

  const IntegerLaw& law() const { return *law_; }
  long D() const { return D_; }
  const Real& rate() const { return rate_; }
  bool mixed() const { return !rate_.is_known_as(Rational(1)); }
  /// Ends of the range of the integers with finite loss.
  std::optional<long> first() const;
  std::optional<long> last() const { return law_->last(); }
  /// P(first <= X <= last) and Q(first <= X <= last).
  const Real& P_finite() const { return P_finite_; }
  const Real& Q_finite() const { return Q_finite_; }
  /// Returns the approximate depth of a table that contains all but the fraction 2^-bits of the tilted mass E e^{cL}.
  double depth_for(double c, double bits) const;
  /// Returns the approximate depth of the integers whose loss is near t: -log2 of their mass; 0 if no integer has
  /// such a loss.
  double depth_at(double t) const;
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
