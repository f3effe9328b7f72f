/// The text of the claim that is refuted if an attack refutes the pair of a mechanism.
#pragma once

#include <string>

namespace plumbline {

/// Returns the mechanism if refuting its pair refutes the mechanism (`promised`); otherwise returns a text about its
/// pair, which is not a statement about the mechanism.
std::string refuted_words(const std::string& mechanism, bool promised);

}  // namespace plumbline
