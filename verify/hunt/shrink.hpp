/// Shrinks a setting with a wrong answer to the simplest setting that still has it.
#pragma once

#include <functional>
#include <vector>

#include "verify/hunt/examined.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {

using ExamineSetting = std::function<std::vector<Examined>(const Setting&, bool neighbours)>;

/// Returns true if `a` has the finding of `b`: the same kind of answer, with both errors larger than rounding or both
/// due to rounding.
bool is_same_find(const Examined& a, const Examined& b);
/// Returns true if a find only occurs with neighbouring questions.
bool needs_neighbours(const Examined& find);

/// A complexity weight: fewer factors, simpler mechanisms, smaller counts, fewer digits and rounder numbers have less
/// weight.
double complexity_of(const Setting& setting);

struct ShrinkLimits {
  long settings = 120;
  std::function<bool()> stop;              ///< returns true if the time is over; by default never
  std::function<void(long tried)> report;  ///< called for each setting tried
};

struct Shrunk {
  Examined find;
  bool is_done = false;  ///< no simpler setting among those tried has the finding
};

/// Asks settings, each of which is simpler than the simplest one with the finding so far.
Shrunk shrink(const Examined& find, const Space& space, const ExamineSetting& examine,
              const ShrinkLimits& limits);

}  // namespace plumbline
