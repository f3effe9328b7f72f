/// Calling gnuplot.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Whether an executable of that name is on PATH.
bool program_installed(const std::string& name);

/// Runs gnuplot on a script in a directory; false when it fails.
bool run_gnuplot(const std::filesystem::path& directory, const std::string& script);

/// Text inside a gnuplot string in single quotes.
std::string gnuplot_quoted(const std::string& text);

}  // namespace plumbline
