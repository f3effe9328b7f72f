/// Names in other programs for commands and options of this program.
#pragma once

#include <string>

namespace plumbline {

/// Returns a sentence, without its full stop, about the name to write instead of the word; empty if the word is
/// unknown.
std::string instead_of_word(const std::string& word);

/// Returns a hint for a mechanism name or an expression that was typed in the place of a command; empty for other
/// words.
std::string question_about(const std::string& word);

}  // namespace plumbline
