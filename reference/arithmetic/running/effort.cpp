#include "reference/arithmetic/running/effort.hpp"

#include <cmath>

#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

bool Effort::expired() const {
  try {
    poll();
  } catch (const Interrupted&) {
    return true;
  }
  return false;
}

bool Effort::suffices(const Ball& value) const {
  if (value.relative_digits() >= digits) return true;
  return std::isfinite(log_enough) && value.is_finite() &&
         UpperBound::of(value).log_approximate() <= log_enough;
}

}  // namespace plumbline
