/// The state of a calibration: the bracket found so far.
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/calibration/calibration_target.hpp"

namespace plumbline::calibrating {

/// Values known to meet the target and to miss it; by PARAMETER-ORDER the threshold lies between them.
class Bracket {
 public:
  Bracket(const Family& family, TargetJudge judge, const Effort& effort)
      : family_(family), judge_(std::move(judge)), effort_(effort) {}

  /// Returns the height at a value (TargetJudge::height) and stores the decision that follows from it.
  Ball height(const Rational& value, int digits);
  /// Decides if the target is met at a value: increases the digits until the sign of the height is decided. Exact
  /// fractions decide equality.
  TargetStanding decide(const Rational& value, int digits);
  bool expired() const { return effort_.expired(); }

  const std::optional<Rational>& met() const { return met_; }
  const std::optional<Rational>& missed() const { return missed_; }
  const TargetJudge& judge() const { return judge_; }
  bool complete() const { return met_ && missed_; }
  /// Returns the distance between the value that meets the target and the value that misses it, relative to the larger
  /// of them. Requires complete().
  double relative_width() const;
  /// Returns true if the value is less private than the known value that meets the target, and more private than the
  /// known value that misses it. If one of these two known values does not exist yet, the condition on it is omitted.
  bool between(const Rational& value) const;
  /// Returns a value that was evaluated without a decision and for which between() is true; nothing if there is none.
  std::optional<Rational> undecided() const;

 private:
  bool less_private(const Rational& a, const Rational& b) const;
  void keep(const Rational& value, TargetStanding standing);

  const Family& family_;
  TargetJudge judge_;
  Effort effort_;
  std::optional<Rational> met_, missed_;
  std::vector<Rational> undecided_;
};

}  // namespace plumbline::calibrating
