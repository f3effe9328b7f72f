#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/answers/answer_json.hpp"
#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/values.hpp"
#include "verify/claims/run.hpp"
#include "verify/report/scoreboard.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::vector<std::string> lines;
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  double timeout = 60;
  bool all = false;
  FormatOptions format;
  std::string out;
};

/// Whether a verdict is shown without being asked for.
bool is_finding(const ClaimVerdict& verdict) {
  const bool promise = verdict.promise && verdict.promise->verdict != VerdictKind::sound;
  return promise || verdict.verdict == VerdictKind::violated ||
         verdict.verdict == VerdictKind::undecided;
}

const TextLayout kClaimsText = {{"verdict", "{text}\n"}, {"scoreboard", "{text}"}};

/// Programs see every line, people those they ask for.
AnswerRecord verdict_answer(const JudgedLine& judged, bool all) {
  AnswerRecord out{"verdict", cells_of(verdict_json(judged))};
  if (!judged.line.claim || !(all || is_finding(judged.verdict))) {
    out.kind = "unsaid";
  } else {
    out.cells.push_back({"text", {verdict_line(judged)}, true});
  }
  return out;
}

int run(const Arguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), kClaimsText);
  ClaimsOptions options;
  options.files = arguments.files;
  for (const Rational& line : read_values("line", arguments.lines)) {
    options.lines.insert(whole_number("line", line, 1));
  }
  options.threads = arguments.threads;
  options.seconds = arguments.timeout;
  if (isatty(STDERR_FILENO) == 0) {
    options.progress = Progress::Kind::log;
  } else if (isatty(STDOUT_FILENO) == 0) {
    options.progress = Progress::Kind::terminal;
  }
  const ClaimsRun run = judge_claims(options, [&](const JudgedLine& judged) {
    const ClaimLine& line = judged.line;
    if (!line.claim) {
      fmt::print(stderr, "{}:{}: {}\n", line.file, line.line, judged.verdict.reason);
    }
    answers.give(verdict_answer(judged, arguments.all));
  });
  answers.give(AnswerBuilder("scoreboard").add("text", scoreboard_text(run)).for_people());
  answers.finish();
  if (!arguments.out.empty()) write_scoreboard(run, arguments.out);
  return claims_exit_code(run);
}

}  // namespace

void add_claims_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("claims", "judge answers of other accountants");
  command->add_option("files", arguments->files, "JSON Lines or CSV; - is standard input")
      ->required();
  command->add_option("--line", arguments->lines,
                      "only these lines of each file, or ranges lo:hi:count of them");
  add_format_options(*command, arguments->format, "claim");
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
