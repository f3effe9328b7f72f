/// The decided claims of a run of `plumbline claims`, in a file. `verdicts.jsonl` begins with a line that identifies
/// the claims and the program; then it has one line for each verdict, and a last line that marks the end. The file of
/// a run that is killed is always readable: an incomplete line is not a verdict.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/base/folder_lock.hpp"
#include "verify/base/shard.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// The inputs that determine the verdicts of a run.
struct ClaimsIdentity {
  std::string claims;   ///< digest of the files, their names, and the requested lines
  double seconds = 60;  ///< limit for each claim
};

/// Returns the identity of these files, which are read once to compute it. `-`, standard input, has no identity.
ClaimsIdentity claims_identity(const std::vector<std::string>& files, const std::set<long>& lines,
                               double seconds);

class VerdictJournal {
 public:
  /// Opens a journal for writing in `folder`. With `resume`, verdicts of an earlier run of the same shard of the same
  /// claims by the same program are reused. If the earlier run was a different one, a line in `messages` states it.
  /// Throws std::runtime_error if the folder cannot be written or another run is writing there.
  static VerdictJournal write(const std::filesystem::path& folder, const ClaimsIdentity& identity,
                              const Shard& shard, bool resume, std::ostream& messages);
  /// Opens the journals of the finished shards of one run for reading. Throws std::invalid_argument with a line for
  /// each error.
  static VerdictJournal merge(const std::vector<std::filesystem::path>& shards,
                              const ClaimsIdentity& identity);

  /// Returns true if no claim remains to be judged.
  bool whole() const { return whole_; }
  const Shard& shard() const { return shard_; }
  /// Returns the total seconds of earlier runs that finished.
  double seconds() const { return seconds_; }

  /// Returns the verdicts on these lines if all are stored. If one is missing, returns nothing, so that all lines are
  /// judged again: a verdict on a claim may depend on earlier verdicts on claims about the same composition. Not
  /// thread-safe.
  std::vector<ClaimVerdict> of_all(const std::vector<const ClaimLine*>& lines);
  /// Appends a verdict. Thread-safe.
  void append(const JudgedLine& judged);
  /// Records that all verdicts are present, with the time of the run.
  void finish(double seconds);

 private:
  struct Place {
    size_t file;  ///< index in files_
    std::streamoff offset;
  };
  VerdictJournal() = default;
  void index(const std::filesystem::path& path);
  const Place* find(const ClaimLine& line) const;
  void put(const std::string& text);

  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::ofstream out_;
  Shard shard_;
  bool whole_ = false;
  double seconds_ = 0;
  std::vector<std::unique_ptr<std::ifstream>> files_;
  std::map<std::string, std::unordered_map<long, Place>> places_;  ///< by file and line
};

}  // namespace plumbline
