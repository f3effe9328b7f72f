/// The faults that a run found, with their places: one list for the reports, for junit.xml and for run.json.
#pragma once

#include <string>
#include <vector>

#include "verify/report/results.hpp"

namespace plumbline {

struct Finding {
  enum class Trouble { contradiction, wrong, regression, bad_input, not_reached };
  Trouble kind;
  std::string file;  ///< empty if `message` is a whole line that names the file
  int line = 0;
  std::string case_id;
  std::string what;     ///< the approximation or the quantity
  std::string message;  ///< one line

  /// Returns `file:line: [case] what: message`, in the format of the command line.
  std::string text() const;
};

/// Returns "contradiction", "wrong", "regression", "bad input" or "not reached".
const char* kind_name(Finding::Trouble kind);

/// Returns the findings as members of run.json: kind, file, line, case, what, message.
Json findings_json(const std::vector<Finding>& found);

/// Returns all findings in the order of the cases; bad input that belongs to no case comes first.
std::vector<Finding> findings(const RunResults& results);

}  // namespace plumbline
