/// The command `plot strategies`.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

void add_plot_strategies(Command& plot, int& exit_code);

}  // namespace plumbline
