/// Formats commands that are printed, so that a reader can type them into a shell.
#pragma once

#include <string>

namespace plumbline {

/// Returns a word, quoted if necessary, so that a shell parses it as this word.
std::string shell_word(const std::string& word);

}  // namespace plumbline
