/// The value of a parameter at which a composition just meets a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// The judgement of one composition against a target. `undecided` differs from both others: for example, if the target
/// is met with equality, no number of digits decides.
enum class TargetStanding { met, missed, undecided };

struct Calibration {
  /// The threshold: the least private value that meets the target, or the limit of such values. For N, 0 means that no
  /// N meets it.
  Certified value;
  /// The end of the enclosure at which the target is certified to be met; all values on its private side meet it, too.
  std::optional<Rational> safe;
  /// A double, taken exactly, on its private side, at which the target was also computed and is met; for N the largest
  /// double that is not above it. Nothing if this was not decided, or is out of range.
  std::optional<double> safe_double{};
  /// A value that was tried and could not be decided, if that is the reason why `value` is not reached.
  std::optional<Rational> undecided{};
};

/// Calibrates. Throws std::invalid_argument if the target is met, or missed, by all values, as far as was found; the
/// message contains the certified part. If the time runs out, or a decision is out of the engine's reach, returns the
/// best bracket so far, not `reached`.
Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort);

}  // namespace plumbline
