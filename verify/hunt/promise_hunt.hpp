/// A hunt for promises of a library that do not hold. A child process calls the library's constructors and states the
/// promise of each, with its neighbours (cases/libraries/README.md).
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>

#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/promise_space.hpp"

namespace plumbline {

struct PromiseHuntOptions {
  PromiseSpace space;
  double seconds = 60;         ///< limit for the whole hunt
  long questions = 0;          ///< maximum number of questions; 0 means no limit
  double oracle_seconds = 5;   ///< limit of processor time for each judgement
  double answer_seconds = 10;  ///< limit for each answer
  uint64_t seed = 1;
};

/// The violated promises of one constructor.
struct PromiseFinds {
  long asked = 0, judged = 0, violated = 0;
  /// Number of answers without a promise, by the library's message.
  std::map<std::string, long> unanswered;
  nlohmann::json record;  ///< the worst violation: a line that `claims` reads
  double worst = 0;       ///< true value of the worst violation divided by the promised value
  /// Text of the worst violation, and the command that computes the certified value.
  std::string text;
};

struct PromiseHuntResult {
  std::map<std::string, PromiseFinds> finds;  ///< by constructor
  double seconds = 0;
  bool interrupted = false;

  long judged() const;
  bool violated() const;
};

/// Runs the hunt. Only material and gross violations count. Equal seeds ask equal questions.
PromiseHuntResult hunt_promises(const PromiseHuntOptions& options, const AskChild& ask);

/// Returns "make_laplace_threshold: 40 of 61 promises violated, ...", one line for each constructor.
std::string promise_finds_text(const PromiseHuntResult& result);
/// Returns the worst violation of each constructor, one per line.
std::string promise_finds_lines(const PromiseHuntResult& result);

/// Returns 130 if interrupted; 1 if there is a find; 2 if nothing was judged; else 0.
int promise_hunt_exit_code(const PromiseHuntResult& result);

}  // namespace plumbline
