/// The text of the statement that an attack refutes if it refutes the pair of distributions of a mechanism.
#pragma once

#include <string>

namespace plumbline {

/// `promised` is true if an attack that refutes the pair also refutes the mechanism. Then the function returns the
/// mechanism. Otherwise it returns a text about the pair alone.
std::string refuted_words(const std::string& mechanism, bool promised);

}  // namespace plumbline
