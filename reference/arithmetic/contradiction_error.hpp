/// A contradiction: two enclosures of one number are disjoint, a probability is certainly negative, or a lower end is
/// above an upper end. Then some bound is false. The program never clips such a value: it ends with exit code 4 and
/// prints no certified number.
#pragma once

#include <stdexcept>

namespace plumbline {

class Contradiction : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace plumbline
