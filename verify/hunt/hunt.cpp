#include "verify/hunt/hunt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "reference/arithmetic/running/poll.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/hunt/child.hpp"
#include "verify/hunt/hunt_log.hpp"
#include "verify/hunt/nonsense.hpp"
#include "verify/hunt/search.hpp"
#include "verify/hunt/shrink.hpp"

namespace plumbline {
namespace {

constexpr double kBetweenShows = 0.5;  // seconds
constexpr size_t kBatch = 32;          // number of settings between two updates of the search

const char* goal_word(Goal goal) {
  switch (goal) {
    case Goal::violation:
      return "violation";
    case Goal::looseness:
      return "looseness";
    case Goal::error:
      return "error";
    case Goal::slowness:
      return "slowness";
  }
  return "";
}

/// Returns the options that determine the answers, for the title of a log.
std::string title_of(const HuntOptions& o) {
  return fmt::format("goal {}, size {:g}, {:g} s an answer, {:g} s a judgement; {}",
                     goal_word(o.examine.goal), o.examine.size, o.examine.answer_seconds,
                     o.examine.oracle_seconds, o.space.summary());
}

class Hunt {
 public:
  Hunt(const HuntOptions& options, const ChildFactory& children)
      : options_(with_stop(options)),
        log_(options.log, title_of(options)),
        search_(options_.space, options.examine.goal, options.seed),
        progress_(options.messages != nullptr ? *options.messages : std::cerr, options.progress,
                  options.seconds > 0 ? 0 : static_cast<size_t>(options.questions)) {
    for (int i = 0; i < std::max(1, options.jobs); ++i) {
      workers_.push_back(std::make_unique<Examiner>(options_.examine, timed(children())));
    }
  }

  HuntResult run() {
    const InterruptGuard guard;
    try {
      while (!is_over()) batch();
    } catch (const Interrupted&) {
      // The result contains the causes and answers that were found so far.
    }
    progress_.clear();
    result_.interrupted = InterruptGuard::interrupted();
    result_.hopeless = is_hopeless();
    result_.causes = causes_.in_order();
    result_.seconds = watch_.seconds();
    result_.child_seconds = 1e-9 * static_cast<double>(child_nanoseconds_.load());
    result_.questions = questions_;
    result_.from_log = from_log_;
    return std::move(result_);
  }

 private:
  AskChild timed(AskChild ask) {
    return [this, ask = std::move(ask)](const ChildQuestion& question) {
      ChildAnswer out = ask(question);
      child_nanoseconds_ += static_cast<long long>(out.seconds * 1e9);
      return out;
    };
  }

  HuntOptions with_stop(HuntOptions options) {
    options.examine.stop = [this] {
      show_waiting();
      return is_late() || watch_.seconds() > shrink_until_;
    };
    return options;
  }

  bool is_late() const {
    return InterruptGuard::interrupted() ||
           (options_.seconds > 0 && watch_.seconds() > options_.seconds);
  }
  bool is_enough() const {
    return options_.most_causes > 0 &&
           static_cast<long>(causes_.all().size()) >= options_.most_causes;
  }
  /// Returns true if several questions were asked and every child crashed or did not answer in time. Further questions
  /// would only cost more time.
  bool is_hopeless() const {
    constexpr long kHangs = 3, kCrashes = 20;
    long lost = 0;
    for (const auto& [state, count] : result_.states) {
      if (state != "hang" && state != "crash") return false;
      lost += state == "hang" ? count * kCrashes : count * kHangs;
    }
    return lost >= kHangs * kCrashes;
  }
  bool is_over() const {
    return is_enough() || left() == 0 || is_late() || is_hopeless() || result_.exhausted;
  }
  size_t left() const {
    if (options_.questions == 0) return kBatch;
    return static_cast<size_t>(std::max(0L, options_.questions - questions_));
  }

  std::vector<Examined> examine(Examiner& worker, const Setting& setting, bool neighbours) {
    if (auto known = log_.find(setting, neighbours)) {
      ++from_log_;
      return *known;
    }
    std::vector<Examined> out = worker(setting, neighbours);
    log_.add(setting, neighbours, out);
    return out;
  }

  /// Asks the questions of the proposals in several threads. Returns 1 for each proposal with an answer, and 0 for each
  /// proposal that was not finished before the time limit.
  std::vector<char> ask_all(const std::vector<Proposal>& proposals,
                            std::vector<std::vector<Examined>>* outcomes) {
    std::atomic<size_t> next{0}, count{0};
    std::vector<char> done(proposals.size(), 0);
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&](Examiner& worker) {
      try {
        for (size_t i = next++; i < proposals.size() && !is_late(); i = next++) {
          (*outcomes)[i] = examine(worker, proposals[i].setting, proposals[i].neighbours);
          done[i] = 1;
          show_progress(++count);
        }
      } catch (const Interrupted&) {
      } catch (...) {
        const std::lock_guard<std::mutex> lock(failing);
        failure = std::current_exception();
        next = proposals.size();
      }
    };
    std::vector<std::thread> threads;
    for (size_t k = 1; k < workers_.size(); ++k) {
      threads.emplace_back([&, k] {
        const WorkerScope worker;
        work(*workers_[k]);
      });
    }
    work(*workers_.front());
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
    return done;
  }

  void show_progress(size_t more) {
    const std::lock_guard<std::mutex> lock(showing_);
    shown_ = static_cast<size_t>(questions_) + more;
    const size_t causes = causes_.all().size();
    doing_ = fmt::format("{} cause{} found", causes, causes == 1 ? "" : "s");
    show();
  }

  /// Reports progress while waiting for an answer, so that a slow answer does not look like the end of the program.
  void show_waiting() {
    const std::unique_lock<std::mutex> lock(showing_, std::try_to_lock);
    if (lock.owns_lock()) show();
  }

  void show() {
    const double now = watch_.seconds();
    if (now < next_show_) return;
    next_show_ = now + kBetweenShows;
    std::string time = fmt::format(" in {:.0f} s", now);
    if (options_.seconds > 0) time = fmt::format(" in {:.0f} of {:.0f} s", now, options_.seconds);
    progress_.show(shown_, "queries" + time + ", " + doing_);
  }

  void batch() {
    const std::vector<Proposal> proposals = search_.next(std::min(kBatch, left()));
    result_.exhausted = proposals.empty();
    if (workers_.size() == 1) {
      for (size_t i = 0; i < proposals.size() && !is_enough() && !is_late() && !is_hopeless();
           ++i) {
        learn(proposals[i],
              examine(*workers_.front(), proposals[i].setting, proposals[i].neighbours));
      }
      return;
    }
    std::vector<std::vector<Examined>> outcomes(proposals.size());
    const std::vector<char> done = ask_all(proposals, &outcomes);
    for (size_t i = 0; i < proposals.size() && !is_enough() && !is_hopeless(); ++i) {
      // An unfinished proposal ran out of time; this is the last batch.
      if (done[i] != 0) learn(proposals[i], outcomes[i]);
    }
  }

  static long asked_with(const Setting& setting, bool neighbours) {
    return 1 + (neighbours ? static_cast<long>(neighbouring_arguments(setting).size()) : 0);
  }

  void learn(const Proposal& proposal, const std::vector<Examined>& outcome) {
    search_.learn(proposal, outcome);
    questions_ += asked_with(proposal.setting, proposal.neighbours);
    for (const Examined& one : outcome) {
      if (!is_enough()) take(one);
    }
    show_progress(0);
  }

  void take(const Examined& one) {
    ++result_.states[one.state];
    if (one.state == "error") ++result_.errors[one.note];
    result_.answers.push_back(one);
    result_.answers.back().reproduction.clear();
    if (!one.is_find()) {
      result_.answers.back().note.clear();
      result_.answers.back().replay.clear();
      return;
    }
    if (causes_.take_known(one)) return;
    Cause cause;
    cause.first = one;
    cause.questions = questions_;
    cause.seconds = watch_.seconds();
    make_simple(&cause);
    causes_.take_new(std::move(cause));
  }

  /// Returns the seconds that are available for shrinking the next find.
  double shrink_budget() const {
    if (options_.seconds <= 0) return options_.shrink_seconds;
    return std::min(options_.shrink_seconds, options_.seconds / 2 - shrinking_);
  }

  void make_simple(Cause* cause) {
    const long before = questions_;
    const double start = watch_.seconds();
    // The shrinking of different finds often asks equal questions, so the answers are cached.
    const ExamineSetting again = [this](const Setting& setting, bool neighbours) {
      const std::string key = setting_json(setting).dump() + (neighbours ? "+" : "");
      const auto known = simpler_.find(key);
      if (known != simpler_.end()) return known->second;
      std::vector<Examined> out = examine(*workers_.front(), setting, neighbours);
      questions_ += asked_with(setting, neighbours);
      search_.note(setting, neighbours);
      return simpler_[key] = std::move(out);
    };
    ShrinkLimits limits;
    limits.settings = options_.shrink_settings;
    limits.stop = options_.examine.stop;
    limits.report = [&](long tried) {
      const std::lock_guard<std::mutex> lock(showing_);
      shown_ = static_cast<size_t>(questions_);
      doing_ = fmt::format("find {} made simpler: {} of {} settings tried",
                           causes_.all().size() + 1, tried, options_.shrink_settings);
      show();
    };
    shrink_until_ = start + shrink_budget();
    Shrunk shrunk = shrink(cause->first, options_.space, again, limits);
    shrink_until_ = HUGE_VAL;
    cause->shrunk = std::move(shrunk.find);
    cause->is_simplest = shrunk.is_done;
    cause->shrink_questions = questions_ - before;
    cause->shrink_time = watch_.seconds() - start;
    shrinking_ += cause->shrink_time;
  }

  HuntOptions options_;
  HuntLog log_;
  Search search_;
  Progress progress_;
  std::vector<std::unique_ptr<Examiner>> workers_;
  Causes causes_;
  HuntResult result_;
  Stopwatch watch_;
  /// Reading of watch_ in seconds at which the current shrinking ends.
  double shrink_until_ = HUGE_VAL;
  double shrinking_ = 0;  ///< seconds spent on shrinking, for all finds together
  std::mutex showing_;    ///< protects the next three members, and progress_
  size_t shown_ = 0;
  std::string doing_ = "nothing found";
  double next_show_ = 0;  ///< reading of watch_ in seconds from which on progress is shown again
  std::map<std::string, std::vector<Examined>> simpler_;  ///< answers that shrinking received
  long questions_ = 0;
  std::atomic<long> from_log_{0};
  std::atomic<long long> child_nanoseconds_{0};
};

}  // namespace

bool HuntResult::violated() const { return !causes.empty(); }

HuntResult hunt(const HuntOptions& options, const ChildFactory& children) {
  return Hunt(options, children).run();
}

ChildFactory child_processes(const std::vector<std::string>& command, const std::string& error_file,
                             double seconds, double start_seconds) {
  return [=]() -> AskChild {
    const auto child = std::make_shared<ChildProcess>(command, error_file);
    return [child, seconds, start_seconds](const ChildQuestion& question) {
      return child->ask(question, seconds, start_seconds);
    };
  };
}

double start_limit(double asked, double all_seconds) {
  if (asked > 0) return asked;
  constexpr double kShare = 0.25;
  return all_seconds > 0 ? std::min(ChildProcess::kStartSeconds, kShare * all_seconds)
                         : ChildProcess::kStartSeconds;
}

int hunt_exit_code(const HuntResult& result) {
  if (result.interrupted) return kInterrupted;
  if (result.violated()) return kWrong;
  const auto count = [&result](const char* state) {
    const auto at = result.states.find(state);
    return at == result.states.end() ? 0 : at->second;
  };
  const bool judged =
      count("sound") + count(kWithinRounding) + count("estimate") + count("undecided") > 0;
  return judged ? kAllAsAsked : kBadInput;
}

}  // namespace plumbline
