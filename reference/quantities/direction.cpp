#include "reference/quantities/direction.hpp"

#include <stdexcept>

namespace plumbline {

Direction parse_direction(const std::string& name) {
  if (name == "forward") return Direction::forward;
  if (name == "reverse") return Direction::reverse;
  if (name == "worst") return Direction::worst;
  throw std::invalid_argument("unknown direction '" + name + "'; use forward, reverse or worst");
}

std::string direction_name(Direction direction) {
  return direction == Direction::forward   ? "forward"
         : direction == Direction::reverse ? "reverse"
                                           : "worst";
}

}  // namespace plumbline
