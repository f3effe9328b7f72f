/// Writes docs/commands.md from the description of the command line.
#pragma once

#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// Returns a table of all commands, the options that most of them accept, and a section for each command.
std::string commands_page(const CommandText& program);

}  // namespace plumbline
