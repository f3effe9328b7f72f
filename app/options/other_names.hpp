/// Words of other programs for commands and options that have another name here.
#pragma once

#include <string>

namespace plumbline {

/// Returns the replacement of the word as a sentence without its full stop; empty if the word is unknown.
std::string instead_of_word(const std::string& word);

/// Returns the way to ask about a mechanism whose name or expression is written in place of a command; empty if the
/// word is neither.
std::string question_about(const std::string& word);

}  // namespace plumbline
