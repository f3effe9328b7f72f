/// A case that was run: its results, and further facts about the run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

struct FinishedCase {
  size_t index = 0;  ///< index among all cases of the suite
  std::string file, id, key;
  int line = 0;            ///< line of the case in its file
  bool wrong = false;      ///< see CaseOutcome
  bool unreached = false;  ///< see CaseOutcome
  /// True if the case reached its time limit; another run may then succeed.
  bool late = false;
  double seconds = 0;                       ///< seconds of the whole case, approximations included
  std::vector<std::string> problems;        ///< one line for each problem
  std::vector<std::string> contradictions;  ///< one line for each contradiction
  std::vector<nlohmann::ordered_json> results;  ///< its lines of results.jsonl
};

/// Returns the line of cases.jsonl. It contains the number of results, but not the results.
nlohmann::ordered_json ledger_entry(const FinishedCase& c);

/// Parses a line of cases.jsonl; `results` is set to the number of lines of results.jsonl that belong to it. Throws
/// nlohmann::json::exception on an invalid line.
FinishedCase read_ledger_entry(const nlohmann::ordered_json& entry, size_t* results);

}  // namespace plumbline
