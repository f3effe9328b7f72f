#include "verify/suite/run/conclude.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/base/build_identity.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/report/findings.hpp"
#include "verify/report/markdown.hpp"
#include "verify/report/report.hpp"
#include "verify/report/summary.hpp"
#include "verify/suite/cases/statement_index.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// The totals of the finished cases.
struct Tally {
  size_t values = 0, wrong_cases = 0, contradictions = 0;
  bool unreached = false;
  std::vector<std::string> problems;
};

Tally tally_of(const std::vector<FinishedCase>& cases) {
  Tally out;
  for (const FinishedCase& c : cases) {
    out.values += c.results.size();
    out.wrong_cases += c.wrong ? 1 : 0;
    out.unreached = out.unreached || c.unreached;
    out.contradictions += c.contradictions.size();
    out.problems.insert(out.problems.end(), c.problems.begin(), c.problems.end());
  }
  return out;
}

int exit_code(const RunFacts& facts, const Tally& tally, const BaselineComparison& comparison) {
  if (tally.contradictions > 0) return kContradiction;
  if (facts.interrupted) return kInterrupted;
  if (!facts.input_problems.empty() || !tally.problems.empty()) return kBadInput;
  if (tally.wrong_cases > 0 || !comparison.regressions.empty()) return kWrong;
  return tally.unreached ? kNotReached : kAllAsAsked;
}

Json record_of(const RunFacts& facts, const Tally& tally, size_t cases_run, int code) {
  std::vector<std::string> problems = facts.input_problems;
  problems.insert(problems.end(), tally.problems.begin(), tally.problems.end());
  const Json build = build_identity();
  return {{"version", build.at("version")},
          {"build", build},
          {"paths", facts.paths},
          {"files", facts.files},
          {"suite", facts.suite},
          {"suite_cases", facts.suite_cases},
          {"shard", facts.shard.whole() ? Json() : Json(facts.shard.text())},
          {"cases", facts.cases},
          {"cases_run", cases_run},
          {"cases_resumed", facts.resumed},
          {"values", tally.values},
          {"threads", facts.threads},
          {"seconds", facts.seconds},
          {"exit_code", code},
          {"input_problems", facts.input_problems},
          {"problems", problems},
          {"baseline", nullptr}};
}

/// Reports an error if the comparison compared no value, because that is not a success.
void refuse_empty_comparison(const Baseline& baseline, const BaselineComparison& comparison,
                             RunFacts* facts) {
  if (comparison.compared > 0 || comparison.fresh == 0) return;
  facts->input_problems.push_back(
      baseline.file +
      ": has none of the values of this run; run from the folder, and with the paths, it was "
      "written with");
}

/// Returns the reason why the baseline was not written; empty if it was.
std::string write_new_baseline(const fs::path& path, const std::vector<FinishedCase>& cases) {
  try {
    write_baseline(path, cases);
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

/// If files next to the cases list statements of papers, writes statements.json, from which the page about the papers
/// is created.
void write_statements(const fs::path& out, const RunFacts& facts) {
  const StatementIndexes indexes = read_statement_indexes({facts.paths.begin(), facts.paths.end()});
  const Json record = indexes.record();
  const fs::path path = out / "statements.json";
  std::error_code none;
  if (indexes.papers.empty()) {
    fs::remove(path, none);  // the file of an earlier run is not about this run
  } else {
    replace_file(path, record.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
}

/// Prints one line for each wrong value, each regression, and each value with too few digits. Bad input was reported
/// before.
void say_what_is_wrong(const std::vector<Finding>& found, std::ostream& messages) {
  for (const Finding& f : found) {
    if (f.kind != Finding::Trouble::bad_input) messages << f.text() << '\n';
  }
}

}  // namespace

int conclude(const fs::path& out, const RunFacts& given, const std::vector<FinishedCase>& cases,
             const BaselineSettings& settings, const std::optional<Baseline>& baseline,
             std::ostream& messages) {
  RunFacts facts = given;
  BaselineComparison comparison;
  const size_t reported = facts.input_problems.size();
  if (baseline) {
    comparison = compare(*baseline, cases, settings.rules);
    refuse_empty_comparison(*baseline, comparison, &facts);
  }
  if (settings.write_to && !facts.interrupted) {
    const std::string failure = write_new_baseline(*settings.write_to, cases);
    if (!failure.empty()) facts.input_problems.push_back(failure);
  }
  for (size_t i = reported; i < facts.input_problems.size(); ++i) {
    messages << facts.input_problems[i] << '\n';
  }
  const Tally tally = tally_of(cases);
  const int code = exit_code(facts, tally, comparison);
  Json record = record_of(facts, tally, cases.size(), code);
  if (baseline) record["baseline"] = comparison_json(*baseline, comparison, settings.rules);
  RunResults results = load_results(out);
  results.run = record;
  const std::vector<Finding> found = findings(results);
  record["exit_meaning"] = exit_code_meaning(std::to_string(code));
  record["baseline_words"] = baseline_sentence(results);
  record["findings"] = findings_json(found);
  replace_file(out / "run.json", record.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  const fs::path report = write_report(out, results);
  write_statements(out, facts);
  say_what_is_wrong(found, messages);
  if (facts.interrupted) {
    messages << fmt::format(
        "interrupted after {} of {} cases; the same command with --resume goes on\n", cases.size(),
        facts.cases);
  }
  std::string summary =
      fmt::format("{} values of {} cases in {:.1f} s, {} judged wrong, {} problems", tally.values,
                  cases.size(), facts.seconds, tally.wrong_cases, record["problems"].size());
  if (baseline) {
    summary += fmt::format(", {} regressions in {} values compared", comparison.regressions.size(),
                           comparison.compared);
  }
  if (tally.contradictions > 0) {
    summary += fmt::format(", {} CONTRADICTIONS (a bound is false)", tally.contradictions);
  }
  // The message is written in one operation, because shards may share a log.
  messages << summary + ": " + report.generic_string() + "\n";
  return code;
}

int refusing(const std::function<int()>& action, std::ostream& messages) {
  try {
    return action();
  } catch (const std::invalid_argument& e) {
    messages << e.what() << '\n';
  } catch (const std::runtime_error& e) {
    messages << e.what() << '\n';
  }
  return kBadInput;
}

}  // namespace plumbline
