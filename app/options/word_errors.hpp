/// Messages about invalid options, in one line with a remedy.
#pragma once

#include <CLI/CLI.hpp>

#include "app/options/bad_command_line.hpp"

namespace plumbline {

/// Returns what CLI11 found about the named command, the command's example where something is
/// missing, and where its help is.
BadCommandLine complaint_about(const CLI::App& program, const CLI::ParseError& error);

}  // namespace plumbline
