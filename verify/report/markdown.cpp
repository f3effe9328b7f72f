#include "verify/report/markdown.hpp"

#include <fmt/format.h>

#include "verify/report/findings.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/summary.hpp"

namespace plumbline {
namespace {

std::string finding_list(const RunResults& results) {
  const std::vector<Finding> found = findings(results);
  std::string out;
  for (const auto& [kind, title] :
       {std::pair{Finding::Trouble::contradiction, "Contradictions"},
        std::pair{Finding::Trouble::wrong, "Wrong"},
        std::pair{Finding::Trouble::regression, "Worse than the baseline"},
        std::pair{Finding::Trouble::bad_input, "Bad input"},
        std::pair{Finding::Trouble::not_reached, "Not reached"}}) {
    std::string lines;
    for (const Finding& f : found) {
      if (f.kind == kind) lines += "- " + markdown_text(f.text()) + "\n";
    }
    if (!lines.empty()) out += std::string("\n### ") + title + "\n\n" + lines;
  }
  return out;
}

}  // namespace

std::string baseline_sentence(const RunResults& results) {
  const auto baseline = results.run.find("baseline");
  if (baseline == results.run.end() || !baseline->is_object()) return "";
  std::string out = fmt::format(
      "Compared with {}: {} values compared, {} worse, {} new, {} of its values not in "
      "this run.",
      text_of(*baseline, "file"), text_of(*baseline, "compared"),
      baseline->value("regressions", Json::array()).size(), text_of(*baseline, "fresh"),
      text_of(*baseline, "absent"));
  const std::string slower = text_of(*baseline, "slower");
  if (slower.empty()) return out + " Times were not compared.";
  return out + fmt::format(" A value counts as slower from {} times its time and {} s more.",
                           slower, text_of(*baseline, "slower_floor"));
}

std::string report_markdown(const RunResults& results) {
  const Json& run = results.run;
  const VerdictCounts verdicts = count_verdicts(results);
  const RunCounts counts = count_run(results);
  const std::string version = text_of(run, "version"), code = text_of(run, "exit_code");
  std::string out = "# Fast approximations compared with certified values\n\n";
  out += fmt::format("plumbline {} certified {} values from {} of {} cases in {:.1f} s.\n\n",
                     version.empty() ? "(unversioned)" : version, results.values.size(),
                     text_of(run, "cases_run"), text_of(run, "cases"), run.value("seconds", 0.0));
  out += "| what | how many |\n|---|---|\n";
  out += fmt::format("| printed values compared | {} |\n", verdicts.compared());
  out += fmt::format("| … agree | {} |\n| … differ | {} |\n| … differ, and known to | {} |\n",
                     verdicts.agrees, verdicts.differs, verdicts.disputed);
  if (verdicts.stale > 0) out += fmt::format("| … agree though disputed | {} |\n", verdicts.stale);
  if (verdicts.undecided > 0) out += fmt::format("| … undecided | {} |\n", verdicts.undecided);
  out += fmt::format("| approximations judged | {} |\n", counts.judged);
  out += fmt::format("| … beyond their tolerance | {} |\n", counts.exceeded);
  out += fmt::format("| enclosures wider than asked | {} |\n", counts.unreached);
  out +=
      "\nExit code " + (code.empty() ? "missing" : code) + ": " + exit_code_meaning(code) + ".\n";
  const std::string baseline = baseline_sentence(results);
  if (!baseline.empty()) out += "\n" + markdown_text(baseline) + "\n";
  out += finding_list(results);
  return out + "\n`plumbline report` makes a page of results.jsonl, with plots and every value.\n";
}

}  // namespace plumbline
