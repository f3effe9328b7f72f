/// hunt: searching for settings at which an accountant is wrong.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// As those of commands.hpp.
void add_hunt_command(Command& app, int& exit_code);

}  // namespace plumbline
