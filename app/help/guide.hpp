/// Help of a command in addition to its options: its group, an example of each use, and the choice between similar
/// commands.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct Example {
  std::string command;  ///< as typed after `plumbline`
  std::string use;      ///< its purpose
};

struct Guide {
  std::string command;
  std::string group;
  std::vector<Example> examples{};  ///< all examples but the first, which is in the footer
  std::string choice{};             ///< when to use this command, and when another one
};

/// Returns the guides of all commands, by groups, in the order of the help.
const std::vector<Guide>& guides();

/// Returns the lines that follow a command's first example; may be empty.
std::string guide_text(const Guide& guide);

/// Returns the beginning of the program's help: the most common tasks.
const std::string& first_screen();

}  // namespace plumbline
