/// Commands that are printed so that a reader can type them again.
#pragma once

#include <string>

namespace plumbline {

/// Returns a word in a form that a shell reads back unchanged.
std::string shell_word(const std::string& word);

}  // namespace plumbline
