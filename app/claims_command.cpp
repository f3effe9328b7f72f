#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/commands.hpp"
#include "verify/claims/run.hpp"
#include "verify/report/scoreboard.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::vector<long> lines;
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  double timeout = 60;
  bool json = false, all = false;
  std::string out;
};

/// Whether a verdict is shown without being asked for.
bool is_finding(const ClaimVerdict& verdict) {
  const bool promise = verdict.promise && verdict.promise->verdict != VerdictKind::sound;
  return promise || verdict.verdict == VerdictKind::violated ||
         verdict.verdict == VerdictKind::undecided;
}

void print(const JudgedLine& judged, const Arguments& arguments) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  if (!judged.line.claim) {
    fmt::print(stderr, "{}:{}: {}\n", judged.line.file, judged.line.line, judged.verdict.reason);
  }
  if (arguments.json) {
    fmt::print("{}\n", verdict_json(judged).dump(-1, ' ', false, replace));
  } else if (judged.line.claim && (arguments.all || is_finding(judged.verdict))) {
    fmt::print("{}\n", verdict_line(judged));
  }
}

int run(const Arguments& arguments) {
  ClaimsOptions options;
  options.files = arguments.files;
  options.lines.insert(arguments.lines.begin(), arguments.lines.end());
  options.threads = arguments.threads;
  options.seconds = arguments.timeout;
  if (isatty(STDERR_FILENO) == 0) {
    options.progress = Progress::Kind::log;
  } else if (isatty(STDOUT_FILENO) == 0) {
    options.progress = Progress::Kind::terminal;
  }
  const ClaimsRun run =
      judge_claims(options, [&](const JudgedLine& judged) { print(judged, arguments); });
  if (!arguments.json) fmt::print("{}", scoreboard_text(run));
  std::fflush(stdout);
  if (!arguments.out.empty()) write_scoreboard(run, arguments.out);
  return claims_exit_code(run);
}

}  // namespace

void add_claims_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("claims", "judge answers of other accountants");
  command->add_option("files", arguments->files, "JSON Lines or CSV; - is standard input")
      ->required();
  command->add_option("--line", arguments->lines, "only these lines of each file");
  command->add_flag("--json", arguments->json, "one JSON object per claim");
  command->add_flag("--all", arguments->all,
                    "show every verdict, not only violated and undecided ones");
  command->add_option("--out", arguments->out,
                      "folder for the scoreboard, accountants.md and accountants.html");
  command
      ->add_option("--threads", arguments->threads,
                   "compositions judged at a time (default: one for each core)")
      ->check(in_range(1, 1024));
  command->add_option("--timeout", arguments->timeout, "seconds for each claim")
      ->check(positive_number())
      ->capture_default_str();
  command->footer(
      "Example: echo '{\"mechanism\":\"gaussian(sigma=1)\",\"quantity\":\"delta\","
      "\"at\":{\"epsilon\":\"1\"},\"value\":\"0.127\",\"kind\":\"upper\"}' | plumbline claims -\n"
      "Exit codes: 0 none violated, 1 a claim is violated, 2 a line cannot be read, 3 undecided,\n"
      "4 certified values contradict each other (a defect of the program).");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
