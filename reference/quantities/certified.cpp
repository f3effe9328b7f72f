#include "reference/quantities/certified.hpp"

#include <cmath>

namespace plumbline {

Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor) {
  Certified out{e.value, engine, e.budget, e.value.relative_digits() >= digits};
  if (!out.reached && absolute_floor) {
    out.reached = e.value.magnitude().log_approximate() <= -digits * std::log(10.0);
  }
  return out;
}

}  // namespace plumbline
