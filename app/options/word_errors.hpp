/// Messages about invalid options, each in one line with a remedy.
#pragma once

#include <CLI/CLI.hpp>

#include "app/options/bad_command_line.hpp"

namespace plumbline {

/// Returns the error of CLI11 as one line: the named command, the fault, an example of the command if a token is
/// missing, and the location of its help.
BadCommandLine complaint_about(const CLI::App& program, const CLI::ParseError& error);

}  // namespace plumbline
