#include "verify/hunt/coverage_hunt.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/statistics/promise_evidence.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/claims/reading/json_claim.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr double kConfidence = 0.95;
/// Number of first answers after which a setting is dropped if none contains a bound.
constexpr long kFirstAnswers = 3;
constexpr Bits kBits{64};

Rational error_probability() { return Rational::parse("0.05"); }
UpperBound violation_level() { return UpperBound::of(Ball(Rational::parse("1e-6"), kBits)); }

/// Returns true if the bound certainly exceeds the true value. A relative tolerance of 10^-5 plus an absolute tolerance
/// of 10^-9 allow for auditors that find their bound by bisection.
bool is_above(double bound, const Ball& truth) {
  const Ball allowed =
      truth * Ball(Rational::parse("1.00001"), kBits) + Ball(Rational::parse("1e-9"), kBits);
  return bound == HUGE_VAL || certainly_less(allowed, exact(bound, kBits));
}

Json question_of(const CoverageSetting& setting, const SyntheticScores& scores, long id) {
  return {{"id", id},
          {"quantity", "audited_epsilon"},
          {"design", setting.one_run ? "one-run" : "trials"},
          {"members", scores.members},
          {"others", scores.others},
          {"confidence", kConfidence},
          {"at", {{"delta", setting.delta}}}};
}

/// A bound, or the reason why there is none.
struct Bound {
  std::optional<double> value;
  std::string message;
};

Bound bound_of(const ChildAnswer& answer, long id) {
  if (answer.kind != ChildAnswer::Ending::line) return {std::nullopt, one_line(answer.text)};
  const Json said = parse_claim_json(answer.text);
  if (!said.is_object() || said.value("id", -1L) != id) {
    return {std::nullopt, "the answer has another id"};
  }
  for (const char* word : {"error", "unsupported"}) {
    if (said.contains(word)) return {std::nullopt, one_line(said[word].dump())};
  }
  const auto value = said.find("value");
  if (value == said.end()) return {std::nullopt, "no value in the answer"};
  if (*value == "inf" || *value == "Infinity") return {HUGE_VAL, ""};
  if (!value->is_number()) return {std::nullopt, "the value is no number"};
  return {value->get<double>(), ""};
}

class CoverageHunt {
 public:
  CoverageHunt(const CoverageHuntOptions& options, const AskChild& ask)
      : options_(options), ask_(ask), random_(options.seed) {
    for (const CoverageSetting& setting : coverage_settings()) {
      truths_.push_back(true_epsilon(setting));
      CoverageFind find;
      find.setting = setting;
      find.truth = truths_.back().approximate();
      find.p_value = UpperBound::of(Ball::integer(1, kBits));
      result_.finds.push_back(find);
    }
  }

  CoverageHuntResult run() {
    const InterruptGuard guard;
    for (long id = 0; !is_over(id); ++id) {
      const std::optional<size_t> at = id % 2 == 0 ? next_in_turn() : worst_so_far();
      if (!at) break;
      one(*at, id);
    }
    result_.interrupted = InterruptGuard::interrupted();
    result_.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  bool stops() const {
    return InterruptGuard::interrupted() || watch_.seconds() > options_.seconds;
  }
  bool is_over(long asked) const {
    return stops() || (options_.questions > 0 && asked >= options_.questions);
  }

  static bool is_open(const CoverageFind& f) {
    return !f.violated && (f.runs > 0 || f.asked < kFirstAnswers);
  }

  std::optional<size_t> next_in_turn() {
    for (size_t tried = 0; tried < result_.finds.size(); ++tried) {
      turn_ = (turn_ + 1) % result_.finds.size();
      if (is_open(result_.finds[turn_])) return turn_;
    }
    return std::nullopt;
  }

  /// Returns the undecided setting with the smallest p-value; if all p-values are 1, the next setting in turn.
  std::optional<size_t> worst_so_far() {
    std::optional<size_t> worst;
    double least = 0;
    for (size_t i = 0; i < result_.finds.size(); ++i) {
      const double p = result_.finds[i].p_value.log_approximate();
      if (!is_open(result_.finds[i]) || !(p < least)) continue;
      least = p;
      worst = i;
    }
    return worst ? worst : next_in_turn();
  }

  void one(size_t at, long id) {
    CoverageFind& find = result_.finds[at];
    const std::string question =
        question_of(find.setting, draw_scores(find.setting, random_), id).dump();
    ++find.asked;
    const ChildAnswer answer = ask_({question, false, [this] { return stops(); }});
    if (answer.kind == ChildAnswer::Ending::interrupted) return;
    const Bound bound = bound_or_message(answer, id);
    if (!bound.value) {
      ++find.unanswered[bound.message];
      return;
    }
    ++find.runs;
    if (is_above(*bound.value, truths_[at])) note_above(*bound.value, question, &find);
    find.p_value = anytime_p_value(find.runs, find.above, error_probability(),
                                   static_cast<long>(result_.finds.size()));
    find.violated = find.p_value <= violation_level();
  }

  static Bound bound_or_message(const ChildAnswer& answer, long id) {
    try {
      return bound_of(answer, id);
    } catch (const std::invalid_argument& e) {
      return {std::nullopt, one_line(e.what())};
    }
  }

  static void note_above(double bound, const std::string& question, CoverageFind* find) {
    ++find->above;
    if (find->above > 1 && !(bound > find->largest)) return;
    find->largest = bound;
    find->example = question;
  }

  CoverageHuntOptions options_;
  AskChild ask_;
  std::mt19937_64 random_;
  std::vector<Ball> truths_;  ///< true values by setting
  size_t turn_ = 0;
  CoverageHuntResult result_;
  Stopwatch watch_;
};

std::string counts_text(const CoverageFind& find) {
  return fmt::format("{} of {} bounds above the true {:.4g}", find.above, find.runs, find.truth);
}

}  // namespace

long CoverageHuntResult::judged() const {
  long out = 0;
  for (const CoverageFind& find : finds) out += find.runs;
  return out;
}

bool CoverageHuntResult::violated() const {
  for (const CoverageFind& find : finds) {
    if (find.violated) return true;
  }
  return false;
}

CoverageHuntResult hunt_coverage(const CoverageHuntOptions& options, const AskChild& ask) {
  return CoverageHunt(options, ask).run();
}

std::string coverage_finds_text(const CoverageHuntResult& result) {
  std::string out;
  size_t silent = 0;
  const CoverageFind* without = nullptr;
  for (const CoverageFind& find : result.finds) {
    if (!find.unanswered.empty() && without == nullptr) without = &find;
    if (find.runs == 0) {
      silent += find.asked > 0 ? 1 : 0;
      continue;
    }
    out += find.setting.text() + ": " + counts_text(find);
    if (find.above > 0) out += fmt::format(", the largest {:.4g}", find.largest);
    out += find.violated ? fmt::format("; VIOLATED, p-value at most {}\n", find.p_value.text())
                         : "; not violated\n";
  }
  if (without != nullptr) {
    out += fmt::format("{} settings have no bound; the first message: {}: {}\n", silent,
                       without->setting.text(), without->unanswered.begin()->first);
  }
  return out + fmt::format(
                   "A promise of {:g} %; p-values hold for all {} settings together, "
                   "whenever one stops.\n",
                   100 * kConfidence, result.finds.size());
}

std::string coverage_finds_lines(const CoverageHuntResult& result, const std::string& auditor) {
  std::string out;
  for (const CoverageFind& find : result.finds) {
    if (!find.violated) continue;
    const nlohmann::ordered_json line = {{"auditor", auditor},
                                         {"setting", find.setting.text()},
                                         {"runs", find.runs},
                                         {"above", find.above},
                                         {"truth", find.truth},
                                         {"largest", find.largest},
                                         {"p_value_upper", find.p_value.text()},
                                         {"question", Json::parse(find.example)}};
    out += json_safe(line.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
  }
  return out;
}

int coverage_hunt_exit_code(const CoverageHuntResult& result) {
  if (result.interrupted) return kInterrupted;
  if (result.violated()) return kWrong;
  return result.judged() == 0 ? kBadInput : kAllAsAsked;
}

}  // namespace plumbline
