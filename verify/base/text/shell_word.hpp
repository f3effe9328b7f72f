/// Commands that are printed to be typed again.
#pragma once

#include <string>

namespace plumbline {

/// A word as a shell reads it back.
std::string shell_word(const std::string& word);

}  // namespace plumbline
