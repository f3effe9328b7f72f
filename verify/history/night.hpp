/// What one night leaves: the answers that were judged, with their verdicts, and what they cost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// What became of one question in one night.
struct AnswerState {
  std::string verdict;           ///< "sound", "violated, material", "agrees, not reached", "absent"
  std::optional<double> error;   ///< relative: looseness of a sound bound, or the error
  std::optional<double> digits;  ///< of the enclosure, of values
  std::string lower, upper;      ///< the enclosure of the truth, where there is one
  bool operator==(const AnswerState& other) const = default;
};

struct NightAnswer {
  std::string source;     ///< "value", "judged" (by a case) or "claim" (of an accountant)
  std::string part;       ///< what it belongs to: a case file, or a method of an accountant
  std::string key;        ///< what it answers; the same every night
  std::string question;   ///< that in words
  std::string place;      ///< where it is written: file and case, or file and line
  std::string mechanism;  ///< as it was asked
  std::string replay;     ///< a command that shows the truth; may be empty
  AnswerState state;
};

/// The sums of one part.
struct NightPart {
  std::string source, name;
  long answers = 0;
  double seconds = 0;                  ///< that their certified values took
  std::optional<double> tool_seconds;  ///< that the accountant says it took
  std::optional<double> median_error, largest_error, fewest_digits;
};

struct Night {
  std::string time;     ///< UTC, "2026-03-01T02:17:00Z"
  std::string commit;   ///< of the program's sources; may be empty
  std::string machine;  ///< times are compared within one machine alone
  std::string build;    ///< build_identity() as JSON
  std::string digest;   ///< of what it was read from
  std::vector<NightAnswer> answers;
  std::vector<NightPart> parts;
};

/// What `plumbline verify --out FOLDER` and `plumbline claims --out FOLDER` left there: run.json with
/// results.jsonl, claims.jsonl, or both. `time`, `commit` and `machine` are left to the caller.
/// Throws std::invalid_argument where there is neither, or one that is not whole.
Night read_night(const std::filesystem::path& folder);

/// The processor's name and the number of its cores.
std::string this_machine();
std::string time_now();

}  // namespace plumbline
