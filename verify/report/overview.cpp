#include <fmt/format.h>

#include "verify/report/markdown.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/summary.hpp"

namespace plumbline {
namespace {

std::string meaning(const std::string& exit_code) {
  if (exit_code == "0") return "all as asked";
  if (exit_code == "1") return "a judged value is wrong";
  if (exit_code == "2") return "bad input, listed below; everything else was run";
  if (exit_code == "3") return "a precision or a verdict was not reached";
  if (exit_code == "130") return "interrupted; what was done until then is here";
  return "unknown: the run did not end";
}

size_t count_judged(const RunResults& results) {
  size_t count = 0;
  for (const Json& value : results.values) {
    const auto list = value.find("judged");
    if (list != value.end()) count += list->size();
  }
  return count;
}

size_t count_unreached(const RunResults& results) {
  size_t count = 0;
  for (const Json& value : results.values) count += text_of(value, "reached") == "true" ? 0 : 1;
  return count;
}

size_t count_exceeded(const RunResults& results) {
  size_t count = 0;
  for (const ApproximationSummary& s : summarise(results)) count += s.exceeded;
  return count;
}

std::string problem_list(const Json& run) {
  const auto problems = run.find("problems");
  if (problems == run.end() || problems->empty()) return "";
  std::string out = "\n### Bad input\n\n";
  for (const Json& problem : *problems) out += "- " + escaped(problem.get<std::string>()) + "\n";
  return out;
}

}  // namespace

std::string overview_section(const RunResults& results) {
  const Json& run = results.run;
  const VerdictCounts verdicts = count_verdicts(results);
  const std::string version = text_of(run, "version"), code = text_of(run, "exit_code");
  std::string out = "# Fast approximations held against certified values\n\n";
  out += fmt::format("plumbline {} certified {} values from {} of {} cases in {:.1f} s.\n\n",
                     version.empty() ? "(unversioned)" : version, results.values.size(),
                     text_of(run, "cases_run"), text_of(run, "cases"), run.value("seconds", 0.0));
  out += "| what | how many |\n|---|---|\n";
  out += fmt::format("| printed values compared | {} |\n", verdicts.compared());
  out += fmt::format("| … agree | {} |\n| … differ | {} |\n| … differ, and known to | {} |\n",
                     verdicts.agrees, verdicts.differs, verdicts.disputed);
  if (verdicts.stale > 0) out += fmt::format("| … agree though disputed | {} |\n", verdicts.stale);
  if (verdicts.undecided > 0) out += fmt::format("| … undecided | {} |\n", verdicts.undecided);
  out += fmt::format("| approximations judged | {} |\n", count_judged(results));
  out += fmt::format("| … beyond their tolerance | {} |\n", count_exceeded(results));
  out += fmt::format("| enclosures wider than asked | {} |\n", count_unreached(results));
  out += "\nExit code " + (code.empty() ? "missing" : code) + ": " + meaning(code) + ".\n";
  return out + problem_list(run) + "\n";
}

}  // namespace plumbline
