/// The help of a command beyond its options: its group, an example of each use, and which of
/// several commands to use.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct Example {
  std::string command;  ///< as typed after `plumbline`
  std::string use;      ///< what it shows
};

struct Guide {
  std::string command;
  std::string group;
  std::vector<Example> examples{};  ///< beyond the first, which the command itself has
  std::string choice{};             ///< when to take this one, and when another
};

/// Returns the guides of all commands, by groups, in the order of the help.
const std::vector<Guide>& guides();

/// The lines that follow a command's first example; empty where none exist.
std::string guide_text(const Guide& guide);

/// Returns the beginning of the program's help: the most common tasks.
const std::string& first_screen();

}  // namespace plumbline
