/// The error of a command line, with the location of the help as a separate part.
#pragma once

#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// An invalid command line: what() states the fault and where the help is, `problem` only the fault.
struct BadCommandLine : BadWords {
  BadCommandLine(const std::string& message, const std::string& hint)
      : BadWords(message + hint), problem(message) {}

  std::string problem;
};

}  // namespace plumbline
