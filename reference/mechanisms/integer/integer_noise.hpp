/// Noise on the integers against the same shifted by D, given that the loss is finite.
#pragma once

#include <functional>
#include <memory>
#include <mutex>

#include "reference/mechanisms/integer/integer_law.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/tied_losses.hpp"

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
    size_t size() const { return loss.size(); }
  };
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

/// P' = f and Q' = f(. - D), both given that neither vanishes, and the pair (P', (1-r) P' + r Q').
class IntegerNoise final : public PairWithTransform {
 public:
  IntegerNoise(std::shared_ptr<const IntegerTables> tables, std::string expression,
               std::string identity);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override;
  std::optional<Real> smallest_loss() const override;
  const std::vector<LossAtom>* atoms() const override {
    return points_.empty() ? nullptr : &points_;
  }
  bool countable() const override { return true; }
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  ComplexVector transform_on_segment(double c, const Ball& start, const Ball& D, size_t count,
                                     Bits p, const Poll& poll) const override;
  /// |K(c+iy)| comes back to K(c), or near it, for ever larger y.
  Ball decay(double, double, Bits p) const override { return Ball::integer(1, p); }
  UpperBound algebraic_decay(double) const override { return UpperBound::infinite(); }
  double log_transform(double c) const override;
  double log_decay(double, double) const override { return 0; }

 private:
  void offers(Offers* asked) const override;
  Mechanism subsampled(const Real& p, const std::string& expression) const;
  Ball third_moment(int tilt, const Ball& t, Bits p) const;
  std::optional<TiedProfile> tied(const Real& t, Bits p) const;
  Real loss_at(long x) const;
  /// K(c + i (start + k D)).
  LineValues values(double c, const Ball& start, const Ball& D, size_t count, Bits p,
                    const Poll& poll) const;
  UpperBound beyond(const IntegerTables::Table& table, double c) const;

  std::shared_ptr<const IntegerTables> tables_;
  std::string expression_, identity_;
  std::vector<LossAtom> points_;
};

/// The integers of mass 2^-depth and more, at least, as atoms of these losses; none where they are
/// more than `most`.
std::vector<LossAtom> heavy_integers(const std::shared_ptr<const IntegerTables>& tables,
                                     double depth, size_t most,
                                     const std::function<Real(long)>& loss);

/// Noise of this law with a sensitivity D >= 1, with its infinite losses.
Mechanism integer_noise(const std::shared_ptr<const IntegerLaw>& law, long D,
                        const std::string& expression);

/// The sensitivity as a positive integer, at most 10000. Throws std::invalid_argument.
long integer_sensitivity(const Parameters& parameters);

}  // namespace plumbline
