/// Answers of n users to any local randomizer, shuffled: an upper bound by clones of one user.
#pragma once

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/shuffled/deep_tails.hpp"

namespace plumbline {

/// Numbers of clones first .. last: what the sums over them take in, the rest bounded.
struct CloneWindow {
  long first, last;
};

/// The pair, and its tails from a given window.
class ShuffledClones final : public DominatingPair {
 public:
  ShuffledClones(Rational epsilon0, long users);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return expression_; }
  LossTails tails(const Real& t, Bits p) const override;
  std::optional<Real> largest_loss() const override { return Real(epsilon0_); }
  std::optional<Real> smallest_loss() const override { return Real(-epsilon0_); }

  LossTails tails_within(const CloneWindow& window, const Real& t, Bits p) const;

 private:
  void offers(Offers* asked) const override;
  WindowTails inside(const CloneWindow& window, const Real& t, Bits p) const;
  CloneWindow window(double depth) const;

  Rational epsilon0_;
  long users_;
  std::string expression_;
};

MechanismEntry shuffled_clones_entry();

}  // namespace plumbline
