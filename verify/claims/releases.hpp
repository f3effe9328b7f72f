/// The same question asked of two releases of an accountant: what the later one mended or broke.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/claims/verdict_text.hpp"

namespace plumbline {

/// Of the questions that both releases answered, by how the verdict changed.
struct ReleaseCounts {
  long same = 0;    ///< the verdict is, and of violations the grade
  long mended = 0;  ///< a violation that is none any more, or milder; a number where there was none
  long broke = 0;   ///< the other way round
  long all() const { return same + mended + broke; }
};

/// One question whose verdict changed.
struct ReleaseChange {
  bool mended = false;
  std::string question;        ///< mechanism and what is claimed, by the later release
  std::string place;           ///< of the claim of the release that was read last
  std::string earlier, later;  ///< verdicts: "violated (gross)"
};

/// One method of one tool, and two of its releases.
struct ReleaseRow {
  std::string tool, method, earlier, later;
  ReleaseCounts counts;
  std::vector<ReleaseChange> changes;  ///< the first of them
};

/// Releases are told apart by `version` and put in order by the date at its end ("1.6.0, 2026-05");
/// where one has none, in the order in which they come. A question is tool, method, options, mechanism,
/// direction, quantity, arguments and kind of the claim. Memory: some 40 bytes for each claim, of a
/// million at most; questions that come after these are compared with them alone.
class ReleaseChanges {
 public:
  void add(const JudgedLine& judged);
  /// Sorted by tool, method and releases.
  std::vector<const ReleaseRow*> rows() const;

 private:
  struct Answer {
    std::uint32_t version;
    std::uint8_t badness;
  };
  void compare(const JudgedLine& judged, const Answer& before, const Answer& now);
  /// What other releases answered to the question; nothing where this one has answered it before.
  std::optional<std::vector<Answer>> others(std::uint64_t question, std::uint32_t version) const;

  std::vector<std::string> versions_;
  std::unordered_map<std::uint64_t, Answer> first_;      ///< by question
  std::unordered_multimap<std::uint64_t, Answer> more_;  ///< of those that were asked again
  std::map<std::string, ReleaseRow> rows_;
};

}  // namespace plumbline
