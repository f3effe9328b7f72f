/// A hunt for promises of a library that do not hold: a child calls its constructors and says what they
/// promise, of which pair of neighbours (cases/libraries/README.md).
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>

#include "verify/hunt/examine.hpp"
#include "verify/hunt/space/promise_space.hpp"

namespace plumbline {

struct PromiseHuntOptions {
  PromiseSpace space;
  double seconds = 60;         ///< for all of it
  long questions = 0;          ///< at most; 0 is no limit
  double oracle_seconds = 5;   ///< of processor time, for each judgement
  double answer_seconds = 10;  ///< for each answer
  uint64_t seed = 1;
};

/// The finds about a constructor's promises.
struct PromiseFinds {
  long asked = 0, judged = 0, violated = 0;
  std::map<std::string, long> unanswered;  ///< the library's own messages
  nlohmann::json record;                   ///< of the worst violation: a line that `claims` reads
  double worst = 0;                        ///< its true value over the one promised
  std::string text;                        ///< what it says, and the command that shows the truth
};

struct PromiseHuntResult {
  std::map<std::string, PromiseFinds> finds;  ///< by constructor
  double seconds = 0;
  bool interrupted = false;

  long judged() const;
  bool violated() const;
};

/// Violations count that are material or gross. The same seed asks the same questions.
PromiseHuntResult hunt_promises(const PromiseHuntOptions& options, const AskChild& ask);

/// "make_laplace_threshold: 40 of 61 promises violated, ..." and so on.
std::string promise_finds_text(const PromiseHuntResult& result);
/// The worst violation of each constructor, one a line.
std::string promise_finds_lines(const PromiseHuntResult& result);

/// 130 interrupted; 1 a find; 2 nothing was judged; else 0.
int promise_hunt_exit_code(const PromiseHuntResult& result);

}  // namespace plumbline
