/// A hunt: questions to an accountant, wrong answers (finds), and their causes.
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
  /// Number of questions, including those of shrinking, after which no new setting is examined; 0: no limit.
  long questions = 2000;
  /// Limit for the whole hunt, including answers and judgements in progress; 0: no limit.
  double seconds = 0;
  int jobs = 1;
  uint64_t seed = 1;
  /// Maximum number of settings that are tried to shrink (simplify) one find.
  long shrink_settings = 120;
  /// Maximum time in seconds for shrinking one find; the shrinking of all finds together may use half of `seconds`.
  double shrink_seconds = 60;
  long most_causes = 0;  ///< number of causes after which the hunt ends; 0: no limit
  std::string log;       ///< file of all answers; stored questions are not asked again
  Progress::Display progress = Progress::Display::none;
  std::ostream* messages = nullptr;
};

/// Creates the process that answers questions; called once for each worker.
using ChildFactory = std::function<AskChild()>;

struct HuntResult {
  std::vector<Cause> causes;  ///< the worst cause first
  /// All answers, with an empty `reproduction`. In answers that are not finds, `note` and `replay` are empty, too.
  std::vector<Examined> answers;
  std::map<std::string, long> states;
  std::map<std::string, long> errors;  ///< number of errors, by the accountant's message
  long questions = 0, from_log = 0;
  bool exhausted = false;    ///< every setting of the space was proposed
  double seconds = 0;        ///< time of the whole hunt
  double child_seconds = 0;  ///< time of waiting for answers, summed over all workers
  bool interrupted = false;  ///< stopped by Ctrl-C
  bool hopeless = false;     ///< stopped because no child answered any question

  bool violated() const;
};

/// Runs a hunt. For one seed the questions and finds do not depend on the number of jobs, provided that answers
/// depend only on the questions and no time limit is reached. Throws std::invalid_argument if the command cannot be
/// started or the log belongs to another hunt.
HuntResult hunt(const HuntOptions& options, const ChildFactory& children);

/// Returns children that are processes of a command, with `seconds` seconds for each answer. `start_seconds` applies
/// to the first answer after a start, if it is larger.
ChildFactory child_processes(const std::vector<std::string>& command, const std::string& error_file,
                             double seconds, double start_seconds = ChildProcess::kStartSeconds);
/// Returns the time limit of a first answer: `asked` if it is positive. Otherwise the limit is kStartSeconds of
/// ChildProcess, but at most a quarter of the hunt's time if that is limited. A child that never answers is thus
/// detected in time.
double start_limit(double asked, double all_seconds);

/// Returns 130 if interrupted; 1 if there is a find; 2 if no question was answered; else 0. A thrown Contradiction
/// has exit code 4.
int hunt_exit_code(const HuntResult& result);

}  // namespace plumbline
