/// Two enclosures of one number that do not meet, a probability that is certainly negative, a lower
/// end above an upper one: somewhere a bound is false. Such a contradiction is an error of its own,
/// never clipped away; the program ends with exit code 4 and prints nothing as certified.
#pragma once

#include <stdexcept>

namespace plumbline {

class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace plumbline
