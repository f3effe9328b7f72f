/// Noise on the integers, and the same noise shifted by D, conditioned on a finite loss.
#pragma once

#include <functional>
#include <memory>

#include "reference/mechanisms/integer/integer_tables.hpp"
#include "reference/mechanisms/tied_losses.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

/// The pair (P', (1-r) P' + r Q'), where P' = f is the mass function of the noise and Q' = f(. - D), both conditioned
/// on the integers at which neither is 0, and r is the sampling rate.
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
  /// Returns the trivial bound 1: |K(c+iy)| comes arbitrarily close to K(c), or attains it, at arbitrarily large y.
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
  /// Computes K(c + i (start + k D)) for k = 0 .. count-1.
  LineValues values(double c, const Ball& start, const Ball& D, size_t count, Bits p,
                    const Poll& poll) const;
  UpperBound beyond(const IntegerTables::Table& table, double c) const;

  std::shared_ptr<const IntegerTables> tables_;
  std::string expression_, identity_;
  std::vector<LossAtom> points_;
};

/// Returns the pair of noise with this distribution and a sensitivity D >= 1, including the infinite losses.
Mechanism integer_noise(const std::shared_ptr<const IntegerLaw>& law, long D,
                        const std::string& expression);

/// Returns the sensitivity as a positive integer, at most 10000. Throws std::invalid_argument on other values.
long integer_sensitivity(const Parameters& parameters);

}  // namespace plumbline
