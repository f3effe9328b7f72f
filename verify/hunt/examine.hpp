/// Asks one question and judges the answer: by a coarse certified value if this value decides, otherwise as
/// `plumbline claims` does.
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
/// Returns the goal with that name. Throws std::invalid_argument on an unknown name.
Goal goal_named(const std::string& name);
/// Returns the default of the minimum size of a find (ExamineOptions::size) for a goal.
double usual_size(Goal goal);

struct ExamineOptions {
  Goal goal = Goal::violation;
  double size = 0;  ///< minimum size of an error that is a find, for goals with such a minimum
  double answer_seconds = 10;  ///< limit for each answer
  double oracle_seconds = 5;   ///< limit of processor time for each judgement
  std::function<bool()> stop;  ///< returns true to stop; by default at Ctrl-C
};

using AskChild = std::function<ChildAnswer(const ChildQuestion& question)>;

/// Asks questions and judges the answers. Caches the engine of the last composition. Not thread-safe: one object for
/// each worker.
class Examiner {
 public:
  Examiner(const ExamineOptions& options, AskChild ask);
  ~Examiner();

  /// Returns one entry for each answered value, or one entry that states why there is no value. With `neighbours` it
  /// also asks two neighbouring arguments and compares the three answers. Throws Interrupted.
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
  /// True if the last question had no answer: the child's next line might belong to it, so a new child is started.
  bool afresh_ = false;
  std::string expression_;  ///< expression of profile_
  std::unique_ptr<SharedProfile> profile_;
  std::unique_ptr<Judge> judge_;  ///< judge of the same composition, created when needed
};

}  // namespace plumbline
