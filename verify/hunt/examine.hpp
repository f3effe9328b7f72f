/// Asking one question, and judging the answer: by a coarse certified value where that decides, as
/// claims are where it does not.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/claims/claim.hpp"
#include "verify/claims/verdict.hpp"
#include "verify/hunt/child.hpp"
#include "verify/hunt/examined.hpp"

namespace plumbline {

class Judge;
class SharedProfile;

enum class Goal { violation, looseness, error, slowness };
/// Throws std::invalid_argument on an unknown name.
Goal goal_named(const std::string& name);
/// The size from which on something is a find, where the user says none.
double usual_size(Goal goal);

struct ExamineOptions {
  Goal goal = Goal::violation;
  double size = 0;             ///< of a find, for the goals that have one
  double answer_seconds = 10;  ///< for each answer
  double oracle_seconds = 5;   ///< of processor time, for each judgement
  std::function<bool()> stop;  ///< whether to leave off, answers or not; by default at Ctrl-C
};

using AskChild = std::function<ChildAnswer(const ChildQuestion& question)>;

/// Not thread-safe: one for each worker. The last composition's engine is kept.
class Examiner {
 public:
  Examiner(const ExamineOptions& options, AskChild ask);
  ~Examiner();

  /// One entry for each value answered, or one that says why there is none. With `neighbours` two
  /// arguments beside are asked too, and the three answers compared with each other. Throws
  /// Interrupted.
  std::vector<Examined> operator()(const Setting& setting, bool neighbours);

  long questions() const { return questions_; }

 private:
  std::vector<Examined> ask_one(const Setting& setting);
  ChildAnswer ask_twice(const std::string& question);
  std::function<void()> patience() const;
  void judge(const Claim& claim, Examined* out);
  void add_truth(const Claim& claim, Examined* nonsense);
  bool judge_coarsely(const Claim& claim, Examined* out);
  void judge_fully(const Claim& claim, Examined* out);
  SharedProfile& profile_of(const Claim& claim);

  ExamineOptions options_;
  AskChild ask_;
  long questions_ = 0;
  bool afresh_ = false;     ///< the last answer was none: the next might be its rest
  std::string expression_;  ///< of profile_
  std::unique_ptr<SharedProfile> profile_;
  std::unique_ptr<Judge> judge_;  ///< of the same, made when needed
};

}  // namespace plumbline
