/// A hunt: questions, finds, and their causes.
#pragma once

#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "verify/base/progress.hpp"
#include "verify/hunt/causes.hpp"
#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {

struct HuntOptions {
  Space space;
  ExamineOptions examine;
  long questions = 2000;  ///< at most, but for the shrinking of what was found by then; 0: no limit
  double seconds =
      0;  ///< for all of it, answers and judgements that are under way too; 0: no limit
  int jobs = 1;
  uint64_t seed = 1;
  long shrink_settings = 120;  ///< at most, for each find that is shrunk
  double shrink_seconds = 60;  ///< the same; and for all of them half of `seconds`
  long most_causes = 0;        ///< after which the hunt ends; 0 is no limit
  std::string log;             ///< file of all answers; what it has already is not asked again
  Progress::Display progress = Progress::Display::none;
  std::ostream* messages = nullptr;
};

/// Makes what asks a child, for each worker one.
using ChildFactory = std::function<AskChild()>;

struct HuntResult {
  std::vector<Cause> causes;      ///< the worst first
  std::vector<Examined> answers;  ///< all, without the words of those that are no finds
  std::map<std::string, long> states;
  std::map<std::string, long> errors;  ///< the accountant's own messages
  long questions = 0, from_log = 0;
  bool exhausted = false;    ///< the space has no setting left that was not asked
  double seconds = 0;        ///< of the whole
  double child_seconds = 0;  ///< waiting for answers, of all workers
  bool interrupted = false;  ///< by Ctrl-C
  bool hopeless = false;     ///< given up: no child ever answered

  bool violated() const;
};

/// Runs a hunt: one seed gives one list of questions and finds, for any number of jobs, where answers depend
/// on the questions alone and no limit of time is reached. Throws std::invalid_argument where the command
/// cannot be started or the log is of something else.
HuntResult hunt(const HuntOptions& options, const ChildFactory& children);

/// Children that are processes of a command, each answer within so many seconds.
/// `start_seconds` is for the first answer after a start, where that is more.
ChildFactory child_processes(const std::vector<std::string>& command, const std::string& error_file,
                             double seconds, double start_seconds = ChildProcess::kStartSeconds);
/// The limit for a first answer: as requested; where nothing was asked (0), that of ChildProcess, but a
/// quarter of the time for all at most, so that a child that never answers is found within it.
double start_limit(double asked, double all_seconds);

/// 4 is thrown as Contradiction; 130 interrupted; 1 a find; 2 nothing was answered; else 0.
int hunt_exit_code(const HuntResult& result);

}  // namespace plumbline
