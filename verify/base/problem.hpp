/// An error in an input file, with its position and a one-line message.
#pragma once

#include <string>

namespace plumbline {

struct Problem {
  std::string file;
  int line = 0;         ///< 1-based; 0 for the whole file
  std::string case_id;  ///< empty outside a case
  std::string key;      ///< the offending key; empty if there is none
  std::string message;  ///< describes the error and its remedy

  /// Returns `file:line: [case id] key: message`.
  std::string text() const;
};

}  // namespace plumbline
