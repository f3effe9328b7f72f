/// An error in the input, with the one line that is shown for it.
#pragma once

#include <string>

namespace plumbline {

struct Problem {
  std::string file;
  int line = 0;         ///< 1-based; 0 when the whole file is meant
  std::string case_id;  ///< empty outside a case
  std::string key;      ///< the offending key; empty when none is
  std::string message;  ///< what is wrong and what to write instead

  /// `file:line: [case id] key: message`.
  std::string text() const;
};

}  // namespace plumbline
