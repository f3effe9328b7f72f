/// The program `plumbline`: parse, call, print. No mathematics here.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// Exit codes: 0 success, 1 a judged value is wrong, 2 bad input (one line on standard
/// error), 3 precision or time ran out (the best enclosure is printed all the same).
int run_program(int argc, char** argv);

/// Its commands and options, for manual pages and completions.
CommandText program_text();

}  // namespace plumbline
