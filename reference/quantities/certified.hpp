/// A certified value: an enclosure with the reason to believe it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/engines/engine.hpp"

namespace plumbline {

struct Certified {
  Ball value;            ///< contains the exact value
  std::string engine;    ///< that computed it
  ErrorBudget budget;    ///< where the width comes from (of the underlying profile values)
  bool reached = false;  ///< the digits asked were reached; if not, the value is still correct
  /// What the quantity satisfies by definition (0 <= delta <= 1, say). The ball may reach beyond;
  /// what is printed does not.
  std::optional<Rational> least{}, most{};
};

/// Decimal bounds of the value as printed: outward to `digits` significant digits, then clipped to
/// [least, most]. Throws Contradiction when the value lies beyond.
std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits);
/// The numbers that these texts say; nothing for an end that is infinite, or of which the exponent
/// is beyond what is read.
std::pair<std::optional<Rational>, std::optional<Rational>> printed_numbers(const Certified& value,
                                                                            int digits);

/// The same value, known to lie in [least, most]. Throws Contradiction when it certainly does not.
Certified within(Certified value, const Rational& least, const Rational& most);

/// All between a lower bound and an upper bound of a number called `what`. Throws Contradiction
/// when the one certainly exceeds the other.
Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what);

/// Marks whether `digits` relative digits were reached. An enclosure inside +-10^-digits of zero
/// counts as reached when `absolute_floor` is set (a quantity whose exact value may be zero).
Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor = false);

}  // namespace plumbline
