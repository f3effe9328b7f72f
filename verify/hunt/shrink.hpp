/// Shrinks a setting with a wrong answer to the simplest setting that has the same error.
#pragma once

#include <functional>
#include <vector>

#include "verify/hunt/examined.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {

using ExamineSetting = std::function<std::vector<Examined>(const Setting&, bool neighbours)>;

/// Returns true if `a` has the finding of `b` for the same kind of answer, and if both errors are rounding errors or
/// both exceed rounding.
bool is_same_find(const Examined& a, const Examined& b);
/// Returns true if a find occurs only in comparison with neighbouring questions.
bool needs_neighbours(const Examined& find);

/// Returns the complexity weight of a setting. Fewer factors, simpler mechanisms, smaller counts, fewer digits and
/// rounder numbers reduce it.
double complexity_of(const Setting& setting);

struct ShrinkLimits {
  long settings = 120;
  std::function<bool()> stop;  ///< returns true if the time is over; by default never
  /// Called after each setting, with the number of settings tried.
  std::function<void(long tried)> report;
};

struct Shrunk {
  Examined find;
  bool is_done = false;  ///< none of the simpler settings that can be tried has the finding
};

/// Returns the simplest setting with the finding. Each setting that is tried is simpler than the best one so far.
Shrunk shrink(const Examined& find, const Space& space, const ExamineSetting& examine,
              const ShrinkLimits& limits);

}  // namespace plumbline
