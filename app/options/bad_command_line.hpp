/// Error about an invalid command line.
#pragma once

#include <string>

#include "app/options/words.hpp"

namespace plumbline {

/// An invalid command line. what() states the fault and the location of the help; `problem` states only the fault.
struct BadCommandLine : BadWords {
  BadCommandLine(const std::string& message, const std::string& hint)
      : BadWords(message + hint), problem(message) {}

  std::string problem;
};

}  // namespace plumbline
