/// The command `plumbline profile export`: certified distributions for other accountants.
#pragma once

#include "app/commands/commands.hpp"

namespace plumbline {

void add_profile_export(Command& profile, int& exit_code);

}  // namespace plumbline
