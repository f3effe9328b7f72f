/// Words that people type for what a command here gives under another name.
#pragma once

#include <string>

namespace plumbline {

/// Returns what to write in place of the word, as a sentence without its stop; empty where nothing is known of it.
std::string instead_of_word(const std::string& word);

}  // namespace plumbline
