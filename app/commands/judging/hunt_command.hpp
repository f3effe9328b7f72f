/// The command hunt: searches for settings at which an accountant is wrong.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// The parameters are those of the functions in commands.hpp.
void add_hunt_command(Command& app, int& exit_code);

}  // namespace plumbline
