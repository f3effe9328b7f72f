/// A distribution in text form: an expression of one mechanism, or the name of a distribution that is not a
/// mechanism.
#pragma once

#include <string>

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct WrittenLaw {
  std::string name;
  Parameters parameters;
};

/// \throws std::invalid_argument for products, powers, open parameters, and expressions that the mechanisms reject.
WrittenLaw written_law(const std::string& expression);

}  // namespace plumbline
