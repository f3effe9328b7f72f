/// The program `plumbline`: parse, call, print. It contains no mathematics.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// Runs the program and returns its exit code: 0 success, 1 a judged value is wrong, 2 bad input (one line on standard
/// error), 3 precision or time ran out (the best enclosure is still printed), 4 two enclosures of one number contradict
/// each other.
int run_program(int argc, char** argv);

/// Returns the commands and options of the program, for manual pages and completions.
CommandText program_text();

}  // namespace plumbline
