/// The value of a parameter at which a composition just meets a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// How one composition stands to a target. Undecided is neither of the others: where the target is
/// met exactly, say, no number of digits tells.
enum class TargetStanding { met, missed, undecided };

struct Calibration {
  /// The threshold: the least private value that meets the target, or the limit of those. Of N, 0
  /// stands for none that meets it.
  Certified value;
  /// The end of the enclosure at which the target is certified to be met; everything on its private
  /// side meets it too.
  std::optional<Rational> safe;
  /// A double on its private side, exactly, at which the target was computed as well and is met; of an
  /// N the largest that is not above it. Nothing where that was not decided, or is out of range.
  std::optional<double> safe_double{};
  /// A value that was tried and could not be decided, where that is why `value` is not reached.
  std::optional<Rational> undecided{};
};

/// Throws std::invalid_argument when the target is met, or missed, by all values: as far as that
/// was found; what is certified about it is in the message. When the time runs out, or a decision
/// is out of the engine's reach, the best bracket so far is returned, not `reached`.
Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort);

}  // namespace plumbline
