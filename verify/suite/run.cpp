#include "verify/suite/run.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iostream>
#include <thread>

#include "reference/arithmetic/thread.hpp"
#include "verify/report/report.hpp"
#include "verify/report/statement_page.hpp"
#include "verify/suite/case_file.hpp"
#include "verify/suite/discover.hpp"
#include "verify/suite/interrupt.hpp"
#include "verify/suite/ordered_writer.hpp"
#include "verify/suite/statement_index.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int kWrong = 1, kBadInput = 2, kNotReached = 3, kInterrupted = 130;

/// Everything that is read before the first case runs.
struct Input {
  size_t files = 0;
  std::vector<Case> cases;
  StatementIndexes statements;
  std::vector<Problem> problems;
};

/// Cases must name statements that there are.
void check_statements(Input* input) {
  const auto& own = input->statements.problems;
  input->problems.insert(input->problems.end(), own.begin(), own.end());
  if (input->statements.papers.empty()) return;
  for (const Case& c : input->cases) {
    for (const std::string& id : c.statements) {
      if (input->statements.knows(id)) continue;
      input->problems.push_back({c.file, c.line, c.id, "statement",
                                 "'" + id + "' is in no statements.toml; add it there"});
    }
  }
}

Input read_input(const std::vector<fs::path>& paths) {
  Input input;
  const Discovery found = discover(paths);
  input.files = found.files.size();
  input.problems = found.problems;
  for (const fs::path& path : found.files) {
    CaseFile file = read_case_file(path);
    input.problems.insert(input.problems.end(), file.problems.begin(), file.problems.end());
    std::move(file.cases.begin(), file.cases.end(), std::back_inserter(input.cases));
  }
  input.statements = read_statement_indexes(paths);
  check_statements(&input);
  return input;
}

CaseLimits limits_of(const SuiteOptions& options) {
  CaseLimits limits;
  if (options.timeout_seconds) {
    const auto deadline = Clock::now() + std::chrono::duration<double>(*options.timeout_seconds);
    limits.timed_out = [deadline] { return Clock::now() > deadline; };
  }
  limits.poll = [timed_out = limits.timed_out] {
    if (InterruptGuard::interrupted() || timed_out()) throw Interrupted{};
  };
  return limits;
}

/// One worker: takes the next case until there is none or the user interrupts.
void work(const std::vector<Case>& cases, const SuiteOptions& options, std::atomic<size_t>& next,
          OrderedWriter& writer) {
  for (size_t i = next++; i < cases.size() && !InterruptGuard::interrupted(); i = next++) {
    writer.starting(cases[i]);
    try {
      CaseOutcome outcome = run_case(cases[i], limits_of(options));
      writer.deliver(i, std::move(outcome));
    } catch (const Interrupted&) {
      break;
    }
  }
}

void run_all(const std::vector<Case>& cases, const SuiteOptions& options, OrderedWriter& writer) {
  std::atomic<size_t> next{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < std::max(1, options.threads); ++i) {
    workers.emplace_back([&] {
      work(cases, options, next, writer);
      release_thread_caches();
    });
  }
  for (std::thread& worker : workers) worker.join();
  writer.finish();
}

int exit_code(const Tally& tally, const Input& input, bool interrupted) {
  if (interrupted) return kInterrupted;
  if (!input.problems.empty() || !tally.problems.empty()) return kBadInput;
  if (tally.wrong) return kWrong;
  return tally.unreached ? kNotReached : 0;
}

/// What results.jsonl does not say about the run.
nlohmann::ordered_json record_of(const Input& input, const Tally& tally,
                                 const SuiteOptions& options, double seconds, int code) {
  nlohmann::ordered_json problems = nlohmann::ordered_json::array();
  for (const Problem& problem : input.problems) problems.push_back(problem.text());
  for (const Problem& problem : tally.problems) problems.push_back(problem.text());
  nlohmann::ordered_json paths = nlohmann::ordered_json::array();
  for (const fs::path& path : options.paths) paths.push_back(path.generic_string());
#ifdef PLUMBLINE_VERSION
  const char* version = PLUMBLINE_VERSION;
#else
  const char* version = "";
#endif
  return {{"version", version},
          {"paths", paths},
          {"files", input.files},
          {"cases", input.cases.size()},
          {"cases_run", tally.cases},
          {"values", tally.values},
          {"threads", std::max(1, options.threads)},
          {"seconds", seconds},
          {"exit_code", code},
          {"problems", problems}};
}

}  // namespace

int run_suite(const SuiteOptions& options) {
  std::ostream& messages = options.messages != nullptr ? *options.messages : std::cerr;
  const auto start = Clock::now();
  const Input input = read_input(options.paths);
  for (const Problem& problem : input.problems) messages << problem.text() << '\n';
  std::error_code error;
  fs::create_directories(options.out, error);
  std::ofstream results(options.out / "results.jsonl", std::ios::trunc);
  if (!results) {
    messages << options.out.generic_string() << ": cannot be written; choose another --out\n";
    return kBadInput;
  }
  const InterruptGuard guard;
  Progress progress(messages, options.progress_terminal, input.cases.size());
  OrderedWriter writer(results, messages, progress, input.cases.size());
  run_all(input.cases, options, writer);
  progress.clear();
  results.close();
  const int code = exit_code(writer.tally(), input, InterruptGuard::interrupted());
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  std::ofstream(options.out / "run.json")
      << record_of(input, writer.tally(), options, elapsed.count(), code).dump(2) << '\n';
  const fs::path report = write_report(options.out, options.plots);
  write_statement_page(options.out, input.statements);
  messages << fmt::format(
      "{} values of {} cases in {:.1f} s, {} judged wrong, {} problems: {}\n",
      writer.tally().values, writer.tally().cases, elapsed.count(), writer.tally().wrong_cases,
      input.problems.size() + writer.tally().problems.size(), report.generic_string());
  return code;
}

}  // namespace plumbline
