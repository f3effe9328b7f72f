/// What the help says of a command beyond its options: the group it stands in, an example of each use,
/// and which of several commands to take.
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

/// Of every command, by groups, in the order of the help.
const std::vector<Guide>& guides();

/// The lines that follow a command's first example; empty where there are none.
std::string guide_text(const Guide& guide);

/// What the program's help begins with: what most people come for.
const std::string& first_screen();

}  // namespace plumbline
