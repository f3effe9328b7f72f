/// A contradiction: two enclosures of one number are disjoint, a probability is certainly negative, or a lower end is
/// above an upper one. Some bound is then false. A contradiction has its own exception and is never clipped away; the
/// program ends with exit code 4 and prints nothing as certified.
#pragma once

#include <stdexcept>

namespace plumbline {

class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace plumbline
