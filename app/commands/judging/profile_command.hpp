/// The command profile check: checks privacy loss distributions of other accountants at every epsilon.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

void add_profile_command(Command& app, int& exit_code);

}  // namespace plumbline
