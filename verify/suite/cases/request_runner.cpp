#include "verify/suite/cases/request_runner.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/values/certified.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/suite/cases/case_verdict.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// An answer with its verdict. While the verdict is undecided, the answer is computed again with more digits.
struct Judged {
  Answer answer;
  AnswerVerdict verdict;
  double seconds = 0;
};

Judged judged(const Case& c, const Query& request, Effort effort) {
  const Stopwatch watch;
  Judged out{number_asked(request, effort), {}, 0};
  out.verdict = verdict_of(c, out.answer, request.at, effort);
  for (int attempt = 0;
       attempt < 2 && out.answer.value.reached() && out.verdict.overall() == Agreement::undecided;
       ++attempt) {
    effort.digits *= 2;
    out.answer = number_asked(request, effort);
    out.verdict = verdict_of(c, out.answer, request.at, effort);
  }
  out.seconds = watch.seconds();
  return out;
}

Json record_of(const Case& c, const Query& request, const Judged& judged, int digits) {
  Json record = {{"file", c.file},
                 {"case", c.id},
                 {"title", c.title},
                 {"source", c.source},
                 {"quantity", request.quantity},
                 {"mechanism", request.mechanism},
                 {"other", request.other.empty() ? Json(nullptr) : Json(request.other)},
                 {"direction", direction_name(request.direction)}};
  record["at"] = Json::object();
  for (const auto& [name, text] : request.at) record["at"][name] = text;
  record["digits_asked"] = digits;
  add_certified(record, judged.answer.value, digits, judged.seconds);
  if (!judged.answer.word.empty()) record["word"] = judged.answer.word;
  if (!judged.answer.margin.empty()) record["margin"] = judged.answer.margin;
  add_verdict_fields(c, judged.verdict, digits, &record);
  record["judged"] = Json::array();
  return record;
}

Json unknown(const Case& c, const Query& request, const std::string& why) {
  const Judged nothing{{nothing_known()}, {}, 0};
  Json record = record_of(c, request, nothing, digits_for(c));
  record["reason"] = why;
  if (!record["expect"].is_null()) record["verdict"] = "undecided";
  return record;
}

}  // namespace

void run_requests(const Case& c, const CaseLimits& limits, CaseOutcome* out) {
  Effort effort;
  effort.digits = digits_for(c);
  effort.poll = limits.poll;
  for (const Query& request : c.requests) {
    try {
      limits.poll();
      const Judged one = judged(c, request, effort);
      out->results.push_back(record_of(c, request, one, effort.digits));
      const auto overall = one.verdict.overall();
      out->unreached =
          out->unreached || !one.answer.value.reached() || overall == Agreement::undecided;
      out->wrong = out->wrong || (overall && overall != Agreement::undecided &&
                                  (overall == Agreement::differs) != c.disputed.has_value());
    } catch (const Interrupted&) {
      if (!limits.timed_out()) throw;
      out->results.push_back(unknown(c, request, "the time limit has passed"));
      out->unreached = true;
    } catch (const std::invalid_argument& e) {
      out->problems.push_back({c.file, c.at_line, c.id, "at", e.what()});
    } catch (const Contradiction& e) {
      out->contradictions.push_back({c.file, c.line, c.id, "", e.what()});
      out->results.push_back(unknown(c, request, std::string("contradiction: ") + e.what()));
      out->unreached = true;
    } catch (const std::exception& e) {
      out->results.push_back(unknown(c, request, std::string("failed: ") + e.what()));
      out->unreached = true;
    }
  }
}

}  // namespace plumbline
