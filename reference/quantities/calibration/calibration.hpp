/// The value of a parameter at which a composition just meets a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// The verdict on one composition and a target. It is `undecided`, for example, if the target is met with equality,
/// which no number of digits can show.
enum class TargetStanding { met, missed, undecided };

struct Calibration {
  /// The threshold: the least private value that meets the target, or the limit of the values that meet it. If the
  /// parameter is the number of steps N, 0 means that no N meets the target.
  Certified value;
  /// The end of the enclosure at which the target is certified to be met; all more private values meet it, too.
  std::optional<Rational> safe;
  /// The double next to `safe` in the more private direction, as an exact number; the target is certified to be met
  /// there, too. For N, the largest double not above `safe`. Nothing if no decision was reached, or the double is out
  /// of range.
  std::optional<double> safe_double{};
  /// A value at which the target could not be decided, if that is the reason why `value` has too few digits.
  std::optional<Rational> undecided{};
};

/// Returns the calibrated value. Throws std::invalid_argument if the search finds that all values meet the target, or
/// that none does; the message states what is certified. If the time runs out, or the engine cannot decide a value,
/// returns the best bracket so far, not `reached`.
Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort);

}  // namespace plumbline
