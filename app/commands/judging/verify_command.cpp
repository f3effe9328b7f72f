#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/running/baseline_options.hpp"
#include "verify/suite/run/run.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::vector<std::string> paths;
  std::string out = "reports/out";
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  double timeout = 0;
  std::string shard = "1/1";
  bool resume = false;
  BaselineOptions baseline;
};

int run(const Arguments& arguments) {
  SuiteOptions options;
  if (!arguments.paths.empty())
    options.paths.assign(arguments.paths.begin(), arguments.paths.end());
  options.out = arguments.out;
  options.threads = arguments.threads;
  if (arguments.timeout > 0) options.timeout_seconds = arguments.timeout;
  options.shard = Shard::parse(arguments.shard);
  options.resume = arguments.resume;
  options.baseline = settings_of(arguments.baseline);
  options.progress =
      isatty(STDERR_FILENO) != 0 ? Progress::Display::terminal : Progress::Display::log;
  return run_suite(options);
}

}  // namespace

void add_verify_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "verify", "run case files, judge the approximations they name, write a report");
  command->add_option("paths", arguments->paths, "case files or folders (default: cases)");
  command->add_option("--out", arguments->out, "folder of the report")->capture_default_str();
  command
      ->add_option("--threads", arguments->threads,
                   "cases computed at a time (default: one for each core)")
      ->check(in_range(1, 1024));
  command->add_option("--timeout", arguments->timeout, "seconds for each case")
      ->check(positive_seconds());
  command->add_flag("--resume", arguments->resume,
                    "continue an interrupted run: keep the cases finished in --out");
  command
      ->add_option("--shard", arguments->shard,
                   "i/n: only the i-th of n parts, for `plumbline merge`")
      ->capture_default_str();
  add_baseline_options(*command, arguments->baseline);
  command->footer("Example: plumbline verify cases/papers --out reports/out");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
