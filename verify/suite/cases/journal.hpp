/// The finished part of a run, on disk: `results.jsonl` with the results and `cases.jsonl` with one
/// line for each finished case. A case counts as finished once its line in `cases.jsonl` is
/// whole and all its results are there, so a run killed at any moment leaves nothing in doubt.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "verify/base/folder_lock.hpp"
#include "verify/suite/cases/finished_case.hpp"

namespace plumbline {

/// The finished cases a run left in `out`, in the order of cases.jsonl. Torn lines, and results of
/// cases that were not finished, are left out; files that are not there are empty.
std::vector<FinishedCase> read_journal(const std::filesystem::path& out);

class Journal {
 public:
  /// Begins with the cases given (those of an earlier run that are kept) and forgets all others.
  /// Throws std::runtime_error, naming the folder, when it cannot be written or another run is
  /// writing there.
  Journal(const std::filesystem::path& out, const std::vector<FinishedCase>& kept);

  /// Appends and flushes, the results first.
  void append(const FinishedCase& c);
  /// Writes both files again with the cases in the order given, one file after the other, each
  /// replaced in one step.
  void rewrite(const std::vector<FinishedCase>& cases);

 private:
  void open();

  std::filesystem::path out_;
  FolderLock lock_;
  std::ofstream results_, ledger_;
};

}  // namespace plumbline
