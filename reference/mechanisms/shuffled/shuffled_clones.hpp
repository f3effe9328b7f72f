/// An upper bound for the shuffled answers of n users with any local randomizer. With a known probability, each other
/// user acts as a clone of one user: the clone answers like this user with one of the two values, chosen at random.
#pragma once

#include <mutex>

#include "reference/mechanisms/shuffled/clone_table.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

/// The dominating pair of the clones. Its tails are sums over a window of the number of clones.
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
  /// Returns the tails from a table, which is created after several queries of tails; accurate to approximately
  /// 2^-160.
  std::optional<LossTails> by_table(const Real& t, Bits p) const;

  Rational epsilon0_;
  long users_;
  std::string expression_;
  mutable std::mutex mutex_;
  mutable int asked_ = 0;
  /// The table once it is created; null if it would be too large.
  mutable std::optional<std::shared_ptr<const CloneTable>> table_;
};

MechanismEntry shuffled_clones_entry();

}  // namespace plumbline
