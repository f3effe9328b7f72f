#include <fmt/core.h>

#include "verify/base/exit_code.hpp"
#include "verify/claims/results/run.hpp"

namespace plumbline {

std::string nothing_judged(const ClaimsRun& run) {
  const Counts& c = run.summary.counts();
  const long without = c.of(VerdictKind::broken) + c.of(VerdictKind::unsupported);
  const bool failed = run.failed + run.known + run.apart > 0;  // for example nan
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

}  // namespace plumbline
