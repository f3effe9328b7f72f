/// The value of a parameter at which a composition just meets a privacy target.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/family.hpp"
#include "reference/composition/privacy_target.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {

/// Verdict on one composition and a target. `undecided` is neither of the others: for example, no number of digits
/// decides a target that is met with equality.
enum class TargetStanding { met, missed, undecided };

struct Calibration {
  /// The threshold: the least private value that meets the target, or the limit of the values that meet it. For N, 0
  /// means that no N meets it.
  Certified value;
  /// The end of the enclosure at which the target is certified to be met; all values on its private side meet it, too.
  std::optional<Rational> safe;
  /// The double on the private side of `safe`, as an exact number, at which the target was computed and is met; for
  /// N, the largest double not above `safe`. Nothing if no decision was reached, or the double is out of range.
  std::optional<double> safe_double{};
  /// A value whose decision failed, if that is the reason why `value` is not reached.
  std::optional<Rational> undecided{};
};

/// Returns the calibrated value. Throws std::invalid_argument if the search finds that all values meet the target, or
/// that none does; the message contains the certified part. If the time runs out, or the engine cannot decide a
/// value, returns the best bracket so far, not `reached`.
Calibration calibrate(const Family& family, const PrivacyTarget& target, Direction direction,
                      const std::string& engine, const Effort& effort);

}  // namespace plumbline
