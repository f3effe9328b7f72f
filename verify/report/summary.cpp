#include "verify/report/summary.hpp"

namespace plumbline {

VerdictCounts count_verdicts(const RunResults& results) {
  VerdictCounts counts;
  for (const Json& value : results.values) {
    const std::string verdict = text_of(value, "verdict");
    counts.agrees += verdict == "agrees" ? 1 : 0;
    counts.differs += verdict == "differs" ? 1 : 0;
    counts.disputed += verdict == "disputed" ? 1 : 0;
    counts.stale += verdict == "stale_dispute" ? 1 : 0;
    counts.undecided += verdict == "undecided" ? 1 : 0;
  }
  return counts;
}

RunCounts count_run(const RunResults& results) {
  RunCounts counts;
  for (const Json& value : results.values) {
    counts.unreached += text_of(value, "reached") == "true" ? 0 : 1;
    const auto list = value.find("judged");
    if (list == value.end()) continue;
    counts.judged += list->size();
    for (const Json& judged : *list) {
      counts.exceeded += text_of(judged, "within_tolerance") == "false" ? 1 : 0;
    }
  }
  return counts;
}

std::string exit_code_meaning(const std::string& exit_code) {
  if (exit_code == "0") return "success";
  if (exit_code == "1") return "a judged value is wrong, or worse than the baseline";
  if (exit_code == "2") return "bad input, listed below; everything else was run";
  if (exit_code == "3") return "a precision or a verdict was not reached";
  if (exit_code == "130") return "interrupted; the results up to then are here";
  return "unknown: the run did not end";
}

}  // namespace plumbline
