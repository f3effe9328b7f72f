/// docs/commands.md, written from the command line's own description.
#pragma once

#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// A table of all commands, the options that most of them take, then a section for each command.
std::string commands_page(const CommandText& program);

}  // namespace plumbline
