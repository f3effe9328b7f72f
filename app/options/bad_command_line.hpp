/// The error of a command line, with the place of the help apart.
#pragma once

#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// Words that are no command: what() says what is wrong and where the help is, `problem` the first alone.
struct BadCommandLine : BadWords {
  BadCommandLine(const std::string& message, const std::string& hint)
      : BadWords(message + hint), problem(message) {}

  std::string problem;
};

}  // namespace plumbline
