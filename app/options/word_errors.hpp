/// Messages about invalid options, each in one line with a remedy.
#pragma once

#include <CLI/CLI.hpp>

#include "app/options/bad_command_line.hpp"

namespace plumbline {

/// Returns what CLI11 found about the named command, the command's example if something is missing, and where to find
/// its help.
BadCommandLine complaint_about(const CLI::App& program, const CLI::ParseError& error);

}  // namespace plumbline
