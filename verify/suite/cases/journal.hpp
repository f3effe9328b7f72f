/// The finished part of a run, on disk: `results.jsonl` with the results and `cases.jsonl` with one line for each
/// finished case. A case is finished if its line in `cases.jsonl` is complete and all its results are present, so
/// that the state of a run that is killed is always unambiguous.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "verify/base/folder_lock.hpp"
#include "verify/suite/cases/finished_case.hpp"

namespace plumbline {

/// Returns the finished cases that a run left in `out`, in the order of cases.jsonl. Incomplete lines, and results of
/// unfinished cases, are omitted; missing files count as empty.
std::vector<FinishedCase> read_journal(const std::filesystem::path& out);

class Journal {
 public:
  /// Starts the files with the reused cases `kept` of an earlier run, and discards all others. Throws
  /// std::runtime_error, naming the folder, if it cannot be written or another run is writing there.
  Journal(const std::filesystem::path& out, const std::vector<FinishedCase>& kept);

  /// Appends a case and flushes, the results first.
  void append(const FinishedCase& c);
  /// Writes both files again with the cases in the given order. Each file is replaced in one step.
  void rewrite(const std::vector<FinishedCase>& cases);

 private:
  void open();

  std::filesystem::path out_;
  FolderLock lock_;
  std::ofstream results_, ledger_;
};

}  // namespace plumbline
