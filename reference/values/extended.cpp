#include "reference/values/extended.hpp"

#include <stdexcept>

namespace plumbline {

const Certified& Extended::value() const {
  if (!value_) throw std::invalid_argument(why_);
  return *value_;
}

}  // namespace plumbline
