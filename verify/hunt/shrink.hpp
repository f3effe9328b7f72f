/// From a setting at which something is wrong to the simplest that still shows it.
#pragma once

#include <functional>
#include <vector>

#include "verify/hunt/examined.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {

using ExamineSetting = std::function<std::vector<Examined>(const Setting&, bool neighbours)>;

/// Returns true if `a` shows the finding of `b`: one kind of answer, both by more than rounding or
/// both by rounding.
bool is_same_find(const Examined& a, const Examined& b);
/// Returns true if a find is seen only with neighbouring questions.
bool needs_neighbours(const Examined& find);

/// A complexity weight: fewer factors, plainer mechanisms, smaller counts, fewer digits and
/// rounder numbers are simpler.
double complexity_of(const Setting& setting);

struct ShrinkLimits {
  long settings = 120;
  std::function<bool()> stop;              ///< whether the time is over; never, by default
  std::function<void(long tried)> report;  ///< told of each setting tried
};

struct Shrunk {
  Examined find;
  bool is_done = false;  ///< nothing simpler shows it, of what is tried
};

/// Asks settings each of which is simpler than the simplest that showed the find so far.
Shrunk shrink(const Examined& find, const Space& space, const ExamineSetting& examine,
              const ShrinkLimits& limits);

}  // namespace plumbline
