/// Parses the text of a distribution. The text is the expression of one mechanism, or a distribution that is not a
/// mechanism, for example geometric(b=2).
#pragma once

#include <string>

#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct WrittenLaw {
  std::string name;
  Parameters parameters;
};

/// \throws std::invalid_argument for products, powers, parameters written as ?, and expressions that are no valid
/// mechanism.
WrittenLaw written_law(const std::string& expression);

}  // namespace plumbline
