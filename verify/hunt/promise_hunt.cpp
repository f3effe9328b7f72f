#include "verify/hunt/promise_hunt.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// An answer as a record in the format of cases/libraries; without a record, the library's own message.
struct Answered {
  std::optional<Json> record;
  std::string message;
};

Answered record_of(const ConstructorCall& call, const ChildAnswer& answer, long id) {
  if (answer.kind != ChildAnswer::Ending::line) return {std::nullopt, one_line(answer.text)};
  const Json said = parse_claim_json(answer.text);
  if (!said.is_object() || said.value("id", -1L) != id) {
    return {std::nullopt, "the answer has another id"};
  }
  for (const char* word : {"error", "unsupported"}) {
    if (said.contains(word)) return {std::nullopt, one_line(said[word].dump())};
  }
  Json record = call;
  for (const char* name : {"promise", "pair"}) {
    if (!said.contains(name)) return {std::nullopt, std::string("no ") + name + " in the answer"};
    record[name] = said[name];
  }
  record["library"] = said.value("library", "library");
  record["release"] = said.value("release", "");
  return {record, ""};
}

/// Returns the ratio of the true value to the promised number; infinite if that number is 0 or the error is unknown.
double factor_of(const Claim& claim, const ClaimVerdict& verdict) {
  if (!verdict.error || claim.value.number.sign() <= 0) return HUGE_VAL;
  return 1 - verdict.error->approximate() / claim.value.number.approximate();
}

std::string text_of(const Json& record, const ClaimVerdict& verdict) {
  const std::string d_in = record.contains("d_in") ? ", d_in " + record["d_in"].dump() : "";
  const std::string known = known_truth_text(verdict);
  const std::string truth =
      known.empty() ? "" : "; the truth is " + (verdict.truth.both() ? "in " + known : known);
  return fmt::format("{}{} promises {}{}\n    {}", record["arguments"].dump(), d_in,
                     record["promise"].dump(), truth, verdict.replay);
}

class PromiseHunt {
 public:
  PromiseHunt(const PromiseHuntOptions& options, const AskChild& ask)
      : options_(options), ask_(ask), random_(options.seed) {}

  PromiseHuntResult run() {
    const InterruptGuard guard;
    try {
      for (long id = 0; !is_over(id); ++id) one(id);
    } catch (const Interrupted&) {
      // Time is up, or the user interrupts: the result is the part so far.
    }
    result_.interrupted = InterruptGuard::interrupted();
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  bool out_of_time() const { return watch_.seconds() > options_.seconds; }
  bool is_over(long asked) const {
    return InterruptGuard::interrupted() || out_of_time() ||
           (options_.questions > 0 && asked >= options_.questions);
  }

  void one(long id) {
    const ConstructorCall call = options_.space.draw(static_cast<size_t>(id), random_);
    PromiseFinds& finds = result_.finds[call["constructor"].get<std::string>()];
    Json question = call;
    question["id"] = id;
    ++finds.asked;
    const ChildAnswer answer = ask_({question.dump(), false, [this] {
                                       return InterruptGuard::interrupted() || out_of_time();
                                     }});
    try {
      const Answered answered = record_of(call, answer, id);
      if (answered.record) {
        judge(*answered.record, &finds);
      } else {
        ++finds.unanswered[answered.message];
      }
    } catch (const std::invalid_argument& e) {
      ++finds.unanswered[one_line(e.what())];
    }
  }

  void judge(const Json& record, PromiseFinds* finds) {
    const Claim claim = claim_of(record);
    JudgeLimits limits;
    limits.seconds = options_.oracle_seconds;
    limits.poll = [this] {
      if (InterruptGuard::interrupted() || out_of_time()) throw Interrupted{};
    };
    const ClaimVerdict verdict = Judge(composition_of(claim), limits)(claim);
    finds->judged +=
        verdict.verdict == VerdictKind::sound || verdict.verdict == VerdictKind::violated ? 1 : 0;
    const bool matters =
        verdict.verdict == VerdictKind::violated && verdict.grade >= ViolationGrade::material;
    if (!matters) return;
    ++finds->violated;
    const double factor = factor_of(claim, verdict);
    if (finds->violated > 1 && !(factor > finds->worst)) return;
    finds->worst = factor;
    finds->record = record;
    finds->text = text_of(record, verdict);
  }

  PromiseHuntOptions options_;
  AskChild ask_;
  std::mt19937_64 random_;
  PromiseHuntResult result_;
  Stopwatch watch_;
};

}  // namespace

long PromiseHuntResult::judged() const {
  long out = 0;
  for (const auto& [name, one] : finds) out += one.judged;
  return out;
}

bool PromiseHuntResult::violated() const {
  for (const auto& [name, one] : finds) {
    if (one.violated > 0) return true;
  }
  return false;
}

PromiseHuntResult hunt_promises(const PromiseHuntOptions& options, const AskChild& ask) {
  return PromiseHunt(options, ask).run();
}

namespace {

/// Returns at most three of the library's own messages. There may be many different ones, because messages may contain
/// the arguments.
std::string unanswered_text(const PromiseFinds& one) {
  constexpr size_t kShown = 3;
  std::string out;
  size_t shown = 0;
  long others = 0;
  for (const auto& [message, count] : one.unanswered) {
    if (shown++ < kShown) {
      out += fmt::format("  {} without a number: {}\n", count, message);
    } else {
      others += count;
    }
  }
  return others == 0 ? out : out + fmt::format("  {} more with other messages\n", others);
}

}  // namespace

std::string promise_finds_text(const PromiseHuntResult& result) {
  std::string out;
  for (const auto& [name, one] : result.finds) {
    out += fmt::format("{}: {} of {} promises violated, {} not judged\n", one_line(name),
                       one.violated, one.judged, one.asked - one.judged);
    if (one.violated > 0) {
      out += fmt::format("  by a factor of at most {:.3g}: {}\n", one.worst, one.text);
    }
    out += unanswered_text(one);
  }
  return out;
}

std::string promise_finds_lines(const PromiseHuntResult& result) {
  std::string out;
  for (const auto& [name, one] : result.finds) {
    if (one.violated > 0) out += one.record.dump() + "\n";
  }
  return out;
}

int promise_hunt_exit_code(const PromiseHuntResult& result) {
  if (result.interrupted) return kInterrupted;
  if (result.violated()) return kWrong;
  return result.judged() == 0 ? kBadInput : kAllAsAsked;
}

}  // namespace plumbline
