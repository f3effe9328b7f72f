/// Words for the result of an attack that refutes the pair of distributions of a mechanism: whether it refutes the
/// mechanism, or the pair alone.
#pragma once

#include <string>

namespace plumbline {

/// Returns a text about what the attack refutes. `promised` is true if an attack that refutes the pair also refutes the
/// mechanism. Then the text is the mechanism; otherwise it is about the pair alone.
std::string refuted_words(const std::string& mechanism, bool promised);

}  // namespace plumbline
