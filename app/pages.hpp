/// Writes manual pages and shell completions from the description of the command line.
#pragma once

#include <map>
#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// Returns the pages by file name: one of the program, and one of each command ("plumbline-delta.1").
std::map<std::string, std::string> manual_pages(const CommandText& program,
                                                const std::string& version);

std::string bash_completion(const CommandText& program);
std::string zsh_completion(const CommandText& program);
std::string fish_completion(const CommandText& program);

}  // namespace plumbline
