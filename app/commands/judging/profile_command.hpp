/// The command profile check: whole privacy loss distributions of other accountants.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

void add_profile_command(Command& app, int& exit_code);

}  // namespace plumbline
