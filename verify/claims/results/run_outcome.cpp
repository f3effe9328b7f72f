#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "verify/base/exit_code.hpp"
#include "verify/claims/results/run.hpp"

namespace plumbline {

std::string nothing_judged(const ClaimsRun& run) {
  const Counts& c = run.summary.counts();
  const long without = c.of(VerdictKind::broken) + c.of(VerdictKind::unsupported);
  const bool failed = run.failed + run.known + run.apart > 0;  // for example, an answer is nan
  if (run.interrupted || run.part || failed || c.all() > without) return "";
  const bool said = c.all() == 0 ? !run.missing_lines.empty() : run.summary.unreadable() == c.all();
  if (said) return "";
  if (c.all() == 0) return "nothing was judged: there is no claim";
  return fmt::format("nothing was judged: {} without a number or unreadable, {} unsupported",
                     c.of(VerdictKind::broken), c.of(VerdictKind::unsupported));
}

int claims_exit_code(const ClaimsRun& run) {
  const ClaimsSummary& s = run.summary;
  if (s.contradictions() > 0) return kContradiction;
  if (run.interrupted) return kInterrupted;
  if (s.unreadable() > 0 || !run.missing_lines.empty() || !nothing_judged(run).empty()) {
    return kBadInput;
  }
  if (run.failed > 0) return kWrong;
  const bool open = s.counts().of(VerdictKind::undecided) > 0 || s.promise_undecided();
  return open ? kNotReached : kAllAsAsked;
}

std::string claims_badge(const ClaimsRun& run) {
  const Counts counts = run.summary.counts();
  const long judged = counts.all() - counts.of(VerdictKind::unsupported) - run.summary.unreadable();
  std::string message = fmt::format("none of {} violated", judged), colour = "brightgreen";
  const int code = claims_exit_code(run);
  if (code == kWrong) {
    message = fmt::format("{} of {} violated", run.failed, judged), colour = "red";
  } else if (code == kNotReached) {
    message = "undecided", colour = "yellow";
  } else if (code != kAllAsAsked) {
    message = "not judged", colour = "lightgrey";
  } else if (run.known + run.apart > 0) {
    message = fmt::format("{} known violations", run.known + run.apart), colour = "orange";
  }
  const nlohmann::ordered_json out = {
      {"schemaVersion", 1}, {"label", "certified values"}, {"message", message}, {"color", colour}};
  return out.dump() + "\n";
}

}  // namespace plumbline
