/// The nights of the past, in one SQLite file that is only ever added to. A night is written in one
/// transaction, so a program that is killed leaves all of it or nothing. Of each answer only what
/// has changed since the night before is kept.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/history/night.hpp"

namespace plumbline {

class Database;

/// A night as it is kept.
struct KeptNight {
  long id = 0;  ///< from 1, in the order in which they were added
  std::string time, commit, machine, build;
};

/// What became of one answer: the states it had, each from a night on.
struct AnswerCourse {
  std::string source, part, question, place, mechanism, replay;
  struct Change {
    long night;
    AnswerState state;
  };
  std::vector<Change> changes;
};

struct KeptPart {
  long night = 0;
  NightPart part;
};

/// How often a part had a verdict.
struct KeptTally {
  long night = 0;
  std::string source, part, verdict;
  long count = 0;
};

class History {
 public:
  /// The file of that name in the folder, `history.sqlite`. Throws std::invalid_argument, with the
  /// remedy, where it is damaged, another program's, or of a later schema; and where it is not there,
  /// unless `create`.
  History(const std::filesystem::path& folder, bool create, double wait_seconds = 60);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  /// The id of the night; nothing where it is there already.
  std::optional<long> add(const Night& night);

  std::vector<KeptNight> nights();
  /// Of the nights from `first` to `last`, in order. A course begins with the state before `first`
  /// where there is one.
  std::vector<AnswerCourse> courses(long first, long last);
  std::vector<KeptPart> parts(long first, long last);
  std::vector<KeptTally> tallies(long first, long last);

 private:
  void prepare();
  void check_whole();

  std::filesystem::path file_;
  std::unique_ptr<Database> database_;
};

}  // namespace plumbline
