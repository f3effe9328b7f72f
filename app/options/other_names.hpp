/// Words of other programs for commands and options that have another name here.
#pragma once

#include <string>

namespace plumbline {

/// Returns the replacement of the word as a sentence without its full stop; empty if the word is unknown.
std::string instead_of_word(const std::string& word);

}  // namespace plumbline
