/// A certified value: an enclosure with the reason to believe it.
#pragma once

#include <string>

#include "reference/composition/engine.hpp"

namespace plumbline {

struct Certified {
  Ball value;           ///< contains the exact value
  std::string engine;   ///< that computed it
  ErrorBudget budget;   ///< where the width comes from (of the underlying profile values)
  bool reached = false; ///< the digits asked were reached; if not, the value is still correct
};

/// Marks whether `digits` relative digits were reached. An enclosure inside +-10^-digits of zero
/// counts as reached when `absolute_floor` is set (a quantity whose exact value may be zero).
Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor = false);

}  // namespace plumbline
