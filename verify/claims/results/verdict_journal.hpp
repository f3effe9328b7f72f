/// The decided claims of a run of `plumbline claims`, on disk: `verdicts.jsonl`, a line that names
/// the claims and the program, then one for each verdict, and one at the end. A run killed at
/// any moment leaves nothing in doubt: a torn line is no verdict.
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

/// The inputs that decide the verdicts of a run.
struct ClaimsIdentity {
  std::string claims;   ///< digest of the files, their names, and the lines asked for
  double seconds = 60;  ///< limit for each claim
};

/// Returns the identity of these files, read once. `-`, standard input, has none.
ClaimsIdentity claims_identity(const std::vector<std::string>& files, const std::set<long>& lines,
                               double seconds);

class VerdictJournal {
 public:
  /// Writes in `folder`. With `resume` the verdicts of an earlier run of the same shard of the same
  /// claims by the same program are kept; where it was another run, a line in `messages` says so.
  /// Throws std::runtime_error where the folder cannot be written or another run is writing there.
  static VerdictJournal write(const std::filesystem::path& folder, const ClaimsIdentity& identity,
                              const Shard& shard, bool resume, std::ostream& messages);
  /// Only reads: the finished shards of one run. Throws std::invalid_argument, a line for each
  /// thing that is in the way.
  static VerdictJournal merge(const std::vector<std::filesystem::path>& shards,
                              const ClaimsIdentity& identity);

  /// Returns true if no claim remains to be judged.
  bool whole() const { return whole_; }
  const Shard& shard() const { return shard_; }
  /// Returns the seconds of earlier runs that came to their end.
  double seconds() const { return seconds_; }

  /// The verdicts on these lines, where there is one on each; nothing otherwise, as verdicts on one
  /// composition depend on those before them. Not for several threads.
  std::vector<ClaimVerdict> of_all(const std::vector<const ClaimLine*>& lines);
  /// For several threads.
  void append(const JudgedLine& judged);
  /// All verdicts are there.
  void finish(double seconds);

 private:
  struct Place {
    size_t file;  ///< of files_
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
