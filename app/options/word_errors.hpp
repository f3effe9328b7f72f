/// What is wrong with words that are no command, in one line with a remedy.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace plumbline {

/// Of the command that the words name: what CLI11 found, the command's example where something is
/// missing, and where its help is.
std::string complaint_about(const CLI::App& program, const CLI::ParseError& error);

}  // namespace plumbline
