#include "verify/batch/batch.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/deadline.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/canonical.hpp"
#include "reference/questions/session.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

/// The key of questions that share cached data: the number of their group of lines, and the engine and the composition
/// as they are written in the line.
using ShareKey = std::pair<size_t, std::string>;

struct Waiting {
  AnsweredLine line;
  ShareKey key;
  bool done = false;
};

/// Lines that share a key, and the cached data for them.
struct Shared {
  std::deque<size_t> places{};  ///< places of the waiting lines, in order
  Session session{};
  bool busy = false;
};

constexpr size_t kMostFree = size_t{32} << 20U;  // number of unused bytes that may remain allocated
// The number of lines after which a thread returns unused memory to the system. Returning it takes as long as answering
// several lines.
constexpr size_t kLookAfter = 256;

/// Returns true if the answer uses cached profiles, which are useful for further questions about the same mechanism.
bool shares(const Query& question) {
  return required_quantity(question.quantity).answer == nullptr;
}

/// Returns the question that is answered. It is converted to canonical form unless its answer uses cached profiles.
Query asked(const Query& question) { return shares(question) ? question : canonical(question); }

void answer_line(Session& session, double seconds, AnsweredLine* out) {
  const Stopwatch watch;
  // The limit includes the time of asked().
  const Deadline limit = Deadline::in(seconds).asking(leave_if_interrupted);
  try {
    const Query question = asked(*out->line.question);
    out->subject = session.subject(question);
    Answer found = session.answer(question, {question.digits, limit});
    if (found.nothing_found) {
      out->out_of_time = true;
      out->failed = "time ran out before any bound was computed; allow more with --timeout";
    } else {
      out->answer = std::move(found);
    }
  } catch (const Contradiction& e) {
    out->contradiction = true;
    out->failed = std::string("contradiction: ") + e.what();
  } catch (const std::bad_alloc&) {
    out->failed = "out of memory; request fewer digits";
  } catch (const std::exception& e) {
    out->failed = one_line(e.what());
  }
  out->seconds = watch.seconds();
}

/// The lines that are read but not yet delivered.
class Batch {
 public:
  Batch(const BatchOptions& options, const std::function<void(const AnsweredLine&)>& deliver)
      : options_(options), deliver_(deliver) {}

  /// Adds a line; waits until there is space.
  void add(QuestionLine line) {
    std::unique_lock lock(mutex_);
    wait(room_, lock, [this] { return waiting_.size() < options_.most_waiting; });
    const size_t place = next_++, part = place / options_.share;
    Waiting one{{.line = std::move(line)}, {part, ""}};
    if (!one.line.line.question) {
      one.line.failed = one.line.line.broken;
      one.done = true;
    } else {
      const Query& question = *one.line.line.question;
      const bool keeps = shares(question);
      // Other questions share no data, so each has a key of its own.
      one.key.second =
          keeps ? question.engine + " " + question.mechanism : "? " + std::to_string(place);
      Shared& shared = shared_[one.key];
      shared.places.push_back(place);
      if (!shared.busy) ready_[shared.places.front()] = one.key;
    }
    waiting_.push_back(std::move(one));
    work_.notify_one();
    deliver(lock);
  }

  void no_more() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    work_.notify_all();
  }

  /// Answers the lines that are ready, the earliest first, until no line is ready.
  void work() {
    std::unique_lock lock(mutex_);
    for (size_t answered = 0;; ++answered) {
      wait(work_, lock, [this] { return !ready_.empty() || over_; });
      if (InterruptGuard::interrupted() || ready_.empty()) break;
      const auto [place, key] = *ready_.begin();
      ready_.erase(ready_.begin());
      Shared& shared = shared_.at(key);
      shared.busy = true;
      AnsweredLine& line = waiting_[place - delivered_].line;
      lock.unlock();
      if (answered % kLookAfter == 0) return_free_memory(kMostFree);
      answer_line(shared.session, options_.seconds, &line);
      lock.lock();
      // A line that Ctrl-C interrupted has no answer.
      if (InterruptGuard::interrupted() && line.out_of_time) break;
      finish(place, key);
      deliver(lock);
    }
    work_.notify_all();
    room_.notify_all();
  }

 private:
  /// Waits until the condition holds or Ctrl-C was pressed. Ctrl-C sends no notification, so the flag is polled.
  template <class Holds>
  static void wait(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                   const Holds& holds) {
    constexpr std::chrono::milliseconds kLook{100};
    while (!holds() && !InterruptGuard::interrupted()) changed.wait_for(lock, kLook);
  }

  void finish(size_t place, const ShareKey& key) {
    waiting_[place - delivered_].done = true;
    Shared& shared = shared_.at(key);
    shared.busy = false;
    shared.places.pop_front();
    if (!shared.places.empty()) {
      ready_[shared.places.front()] = key;
      work_.notify_one();
    } else if (key.first < next_ / options_.share || over_) {
      shared_.erase(key);  // no further line of this group will come
    }
    while (!shared_.empty() && shared_.begin()->first.first < next_ / options_.share &&
           shared_.begin()->second.places.empty()) {
      shared_.erase(shared_.begin());
    }
  }

  /// Delivers the finished lines up to the first unfinished one; one thread at a time.
  void deliver(std::unique_lock<std::mutex>& lock) {
    if (delivering_) return;
    delivering_ = true;
    while (!waiting_.empty() && waiting_.front().done) {
      const AnsweredLine line = std::move(waiting_.front().line);
      waiting_.pop_front();
      ++delivered_;
      lock.unlock();
      deliver_(line);
      lock.lock();
    }
    delivering_ = false;
    room_.notify_one();
  }

  const BatchOptions& options_;
  const std::function<void(const AnsweredLine&)>& deliver_;
  std::mutex mutex_;
  std::condition_variable work_, room_;
  /// The lines from the first undelivered one on. References to the lines remain valid when lines are added.
  std::deque<Waiting> waiting_;
  std::map<ShareKey, Shared> shared_;
  /// Keys in shared_ whose next line may be answered now, by the place of that line.
  std::map<size_t, ShareKey> ready_;
  size_t next_ = 0, delivered_ = 0;  ///< places of the next lines to add and to deliver
  bool over_ = false, delivering_ = false;
};

}  // namespace

BatchRun answer_batch(QuestionSource& source, const BatchOptions& options,
                      const std::function<void(const AnsweredLine&)>& deliver) {
  const InterruptGuard guard;
  Batch batch(options, deliver);
  std::vector<std::thread> workers;
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    workers.emplace_back([&batch] {
      const WorkerScope worker;
      batch.work();
    });
  }
  while (!InterruptGuard::interrupted()) {
    std::optional<QuestionLine> line = source.next();
    if (!line) break;
    batch.add(std::move(*line));
  }
  batch.no_more();
  for (std::thread& worker : workers) worker.join();
  return {InterruptGuard::interrupted()};
}

}  // namespace plumbline
