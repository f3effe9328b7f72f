/// The command hunt: searches for settings at which an accountant is wrong.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// Adds the command. The parameters have the same meaning as in commands.hpp.
void add_hunt_command(Command& app, int& exit_code);

}  // namespace plumbline
