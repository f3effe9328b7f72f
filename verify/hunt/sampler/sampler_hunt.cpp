#include "verify/hunt/sampler/sampler_hunt.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/hunt/sampler/draw_stream.hpp"

namespace plumbline {
namespace {

constexpr size_t kComparedDraws = 256;  ///< number of draws of each of two starts that are compared
constexpr long kFirstVerdict = 256;     ///< number of draws before the first verdict
constexpr int kMostEmptyStarts = 3;

/// A running process of the sampler.
struct Start {
  Start(const std::vector<std::string>& command, const SamplerHuntOptions& options)
      : stream(command, options.error_file), reader(options.form) {}
  DrawStream stream;
  DrawReader reader;
};

class SamplerHunt {
 public:
  SamplerHunt(const SamplerLaw& law, const std::vector<std::string>& command,
              const SamplerHuntOptions& options)
      : command_(command), options_(options), judge_(law) {
    result_.law = law.text;
  }

  SamplerHuntResult run() {
    const InterruptGuard guard;
    std::vector<SamplerDraw> draws;
    read_until(&draws, kComparedDraws);
    compare_with_second_start(draws);
    judge_all(&draws);
    result_.verdict = judge_.verdict();
    result_.interrupted = InterruptGuard::interrupted();
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  bool stops() const {
    if (InterruptGuard::interrupted()) return true;
    if (options_.seconds > 0 && watch_.seconds() > options_.seconds) return true;
    return result_.draws == 0 && !any_draw_ && since_start_.seconds() > options_.start_seconds;
  }

  /// Reads until `draws` has `wanted` draws; returns false if the sampler prints no more.
  bool read_until(std::vector<SamplerDraw>* draws, size_t wanted) {
    for (int empty = 0; draws->size() < wanted && empty < kMostEmptyStarts && !stops();) {
      const size_t before = draws->size();
      if (!current_) {
        current_ = std::make_unique<Start>(command_, options_);
        ++result_.starts;
        since_start_ = Stopwatch();
      }
      drain(current_, draws, wanted);
      empty = draws->size() > before ? 0 : empty + 1;
      any_draw_ = any_draw_ || !draws->empty();
    }
    return draws->size() >= wanted;
  }

  /// Reads from one process until there are `wanted` draws. If the process ends before, sets `start` to null.
  void drain(std::unique_ptr<Start>& start, std::vector<SamplerDraw>* draws, size_t wanted) {
    while (draws->size() < wanted) {
      std::string bytes;
      if (!start->stream.read_more(&bytes, [this] { return stops(); })) {
        if (stops()) return;
        start->reader.finish(draws);
        result_.silence = start->stream.ending();
        start.reset();
        return;
      }
      start->reader.read(bytes, draws);
    }
  }

  /// Compares the draws of two processes position by position. Equal draws are evidence that the sampler has the same
  /// seed after each start.
  void compare_with_second_start(const std::vector<SamplerDraw>& first) {
    if (first.empty() || stops()) return;
    auto second = std::make_unique<Start>(command_, options_);
    ++result_.starts;
    std::vector<SamplerDraw> other;
    const size_t wanted = std::min(first.size(), kComparedDraws);
    drain(second, &other, wanted);
    const size_t compared = std::min(wanted, other.size());
    for (size_t i = 0; i < compared; ++i) judge_.add_starts(first[i], other[i]);
  }

  void judge_all(std::vector<SamplerDraw>* draws) {
    for (long look = kFirstVerdict;; look += look / 2) {
      const long until = std::min(look, options_.draws);
      const bool enough = count_until(draws, until);
      if (judge_.verdict().refuted || !enough || until == options_.draws) return;
    }
  }

  /// Gives draws to the judge in pairs, until `until` draws are counted. Returns false if the sampler prints no more
  /// draws.
  bool count_until(std::vector<SamplerDraw>* draws, long until) {
    constexpr size_t kAtATime = 8192;
    while (result_.draws + 1 < until) {
      const auto left = static_cast<size_t>(until - result_.draws);
      const bool enough = read_until(draws, std::min(left, kAtATime));
      const size_t usable = std::min(left, draws->size()) / 2 * 2;
      for (size_t i = 0; i < usable; i += 2) judge_.add((*draws)[i], (*draws)[i + 1]);
      draws->erase(draws->begin(), draws->begin() + static_cast<long>(usable));
      result_.draws += static_cast<long>(usable);
      if (!enough) return false;
    }
    return true;
  }

  std::vector<std::string> command_;
  SamplerHuntOptions options_;
  SamplerJudge judge_;
  std::unique_ptr<Start> current_;
  bool any_draw_ = false;
  Stopwatch watch_, since_start_;
  SamplerHuntResult result_;
};

}  // namespace

SamplerHuntResult hunt_sampler(const SamplerLaw& law, const std::vector<std::string>& command,
                               const SamplerHuntOptions& options) {
  return SamplerHunt(law, command, options).run();
}

int sampler_hunt_exit_code(const SamplerHuntResult& result) {
  if (result.interrupted) return kInterrupted;
  if (result.verdict.refuted) return kWrong;
  return result.draws == 0 ? kBadInput : kAllAsAsked;
}

}  // namespace plumbline
