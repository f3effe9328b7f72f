/// A case that was run: its results, and what they do not say.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

struct FinishedCase {
  size_t index = 0;  ///< among all cases of the suite
  std::string file, id, key;
  int line = 0;                             ///< of the case in its file
  bool wrong = false;                       ///< see CaseOutcome
  bool unreached = false;                   ///< see CaseOutcome
  bool late = false;                        ///< its time limit passed: another run may do better
  double seconds = 0;                       ///< of the whole case, approximations included
  std::vector<std::string> problems;        ///< one line each
  std::vector<std::string> contradictions;  ///< one line each
  std::vector<nlohmann::ordered_json> results;  ///< its lines of results.jsonl
};

/// The line of cases.jsonl: everything but the results, of which only the number is there.
nlohmann::ordered_json ledger_entry(const FinishedCase& c);

/// Reads a line of cases.jsonl; `results` says how many lines of results.jsonl belong to it. Throws
/// nlohmann::json::exception when the line is no such thing.
FinishedCase read_ledger_entry(const nlohmann::ordered_json& entry, size_t* results);

}  // namespace plumbline
