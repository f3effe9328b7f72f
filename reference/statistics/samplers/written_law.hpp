/// A law as it is written: an expression of one mechanism, or a name that is only a law.
#pragma once

#include <string>

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct WrittenLaw {
  std::string name;
  Parameters parameters;
};

/// \throws std::invalid_argument for products, powers, open parameters and what mechanisms refuse.
WrittenLaw written_law(const std::string& expression);

}  // namespace plumbline
