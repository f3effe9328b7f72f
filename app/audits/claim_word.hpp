/// Words for the result of an attack that refutes the pair of distributions of a mechanism: whether it refutes the
/// mechanism, or the pair alone.
#pragma once

#include <string>

namespace plumbline {

/// Returns what the attack refutes: the mechanism if `promised` is true, that is, if an attack on the pair is also an
/// attack on the mechanism; otherwise a text about the pair alone.
std::string refuted_words(const std::string& mechanism, bool promised);

}  // namespace plumbline
