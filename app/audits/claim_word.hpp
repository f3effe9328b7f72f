/// The text of the claim that an attack refutes if it refutes the pair of a mechanism.
#pragma once

#include <string>

namespace plumbline {

/// Returns the mechanism if refuting its pair refutes the mechanism (`promised`); otherwise returns a text about the
/// pair alone.
std::string refuted_words(const std::string& mechanism, bool promised);

}  // namespace plumbline
