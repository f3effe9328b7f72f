#include "app/commands/judging/hunt_command.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/judging/sampler_hunt_run.hpp"
#include "app/options/hunt_words.hpp"
#include "app/running/reports.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/progress.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/hunt/coverage_hunt.hpp"
#include "verify/hunt/hunt.hpp"
#include "verify/hunt/promise_hunt.hpp"
#include "verify/hunt/records/hunt_record.hpp"
#include "verify/hunt/records/hunt_text.hpp"
#include "verify/hunt/records/truths.hpp"

namespace plumbline {
namespace {

constexpr int kUsualQuestions = 2000;
constexpr double kTruthShare = 0.1;  // share of the time limit for certificates of true values

const TextLayout kHuntText = {{"cause", "{text}"}, {"summary", "{text}"}};

Progress::Display progress_kind() {
  if (isatty(STDERR_FILENO) == 0) return Progress::Display::log;
  return isatty(STDOUT_FILENO) == 0 ? Progress::Display::terminal : Progress::Display::none;
}

HuntOptions options_of(const HuntArguments& a) {
  HuntOptions options;
  options.space = a.space.empty() ? Space::usual() : Space::parse(read_text(a.space), a.space);
  options.examine.goal = goal_named(a.goal);
  if (a.goal == "profile") options.space.ask_whole();
  options.examine.size = a.size > 0 ? a.size : usual_size(options.examine.goal);
  options.examine.answer_seconds = a.answer_limit;
  options.examine.oracle_seconds = a.oracle_limit;
  options.questions = a.questions > 0 || a.seconds > 0 ? a.questions : kUsualQuestions;
  options.seconds = a.out.empty() ? a.seconds : (1 - kTruthShare) * a.seconds;
  options.jobs = a.jobs;
  options.seed = static_cast<uint64_t>(a.seed);
  options.shrink_settings = a.shrink;
  options.shrink_seconds = a.shrink_limit;
  options.most_causes = a.finds;
  if (!a.out.empty()) options.log = a.out + "/answers.jsonl";
  options.progress = progress_kind();
  return options;
}

/// Writes the certificates of the true values. Runs after the finds (wrong answers) are written, because it takes
/// longest.
void write_truths(const HuntArguments& a, const HuntResult& result) {
  if (result.interrupted) return;  // the user can repeat the command to continue the hunt
  Progress progress(std::cerr, progress_kind(), 0);
  const InterruptGuard guard;
  TruthLimits limits;
  limits.all_seconds = a.seconds > 0 ? std::max(a.seconds - result.seconds, 1e-3) : 0;
  limits.report = [&progress](size_t done, size_t of) {
    progress.show(done, fmt::format("of {} certificates of true values made", of));
  };
  const CertifiedTruths truths = certified_truths(result, limits);
  progress.clear();
  if (!truths.certificates.empty()) {
    replace_file(a.out + "/truths.json", bundle_json(truths.certificates).dump(2) + "\n");
  }
  if (truths.missing > 0) {
    fmt::print(stderr, "plumbline: {} no certificate: the time limit was reached\n",
               truths.missing == 1 ? "1 true value has"
                                   : fmt::format("{} true values have", truths.missing));
  }
}

PromiseHuntOptions promise_options(const HuntArguments& a) {
  if (a.space.empty()) throw std::invalid_argument("hunt --promises needs --space FILE");
  PromiseHuntOptions options{PromiseSpace::parse(read_text(a.space), a.space)};
  if (a.seconds > 0) options.seconds = a.seconds;
  options.questions = a.questions;
  options.oracle_seconds = a.oracle_limit;
  options.answer_seconds = a.answer_limit;
  options.seed = static_cast<uint64_t>(a.seed);
  return options;
}

/// Hunts for wrong promises of a library about its mechanisms.
int run_promises(const HuntArguments& a) {
  const PromiseHuntOptions options = promise_options(a);
  const std::string errors = a.out.empty() ? "" : a.out + "/errors.txt";
  const AskChild ask = child_processes(a.command, errors, options.answer_seconds,
                                       start_limit(a.start_limit, options.seconds))();
  const PromiseHuntResult result = hunt_promises(options, ask);
  fmt::print("{}", promise_finds_text(result));
  if (!a.out.empty()) replace_file(a.out + "/findings.jsonl", promise_finds_lines(result));
  const int code = promise_hunt_exit_code(result);
  if (code == kBadInput) {
    fmt::print(stderr, "plumbline: nothing was judged: no answer was a promise\n");
  }
  return code;
}

/// Hunts for auditors whose bounds exceed the true value too often.
int run_coverage(const HuntArguments& a) {
  if (a.promises || !a.space.empty() || a.size > 0) {
    throw std::invalid_argument(
        "hunt --goal coverage has experiments of its own: leave out --promises, --space and "
        "--size");
  }
  CoverageHuntOptions options;
  if (a.seconds > 0 || a.questions > 0) options.seconds = a.seconds > 0 ? a.seconds : HUGE_VAL;
  options.questions = a.questions;
  options.answer_seconds = a.answer_limit;
  options.seed = static_cast<uint64_t>(a.seed);
  const std::string errors = a.out.empty() ? "" : a.out + "/errors.txt";
  const AskChild ask = child_processes(a.command, errors, options.answer_seconds,
                                       start_limit(a.start_limit, options.seconds))();
  const CoverageHuntResult result = hunt_coverage(options, ask);
  fmt::print("{}", coverage_finds_text(result));
  if (!a.out.empty()) {
    replace_file(a.out + "/findings.jsonl", coverage_finds_lines(result, a.name));
  }
  const int code = coverage_hunt_exit_code(result);
  if (code == kBadInput) {
    fmt::print(stderr, "plumbline: nothing was judged: no answer was a bound\n");
  }
  return code;
}

/// Throws std::invalid_argument if the command is an interpreter with a script that does not exist. Without this check,
/// each missing answer would count as a wrong answer.
void check_script(const std::vector<std::string>& command) {
  static const std::vector<std::string> interpreters = {"python", "python3", "pypy3", "node",
                                                        "ruby",   "perl",    "bash",  "sh",
                                                        "julia",  "Rscript", "php",   "lua"};
  const std::string program = std::filesystem::path(command.front()).filename().string();
  const bool versioned = program.starts_with("python3.");
  if (!versioned &&
      std::find(interpreters.begin(), interpreters.end(), program) == interpreters.end()) {
    return;
  }
  size_t script = 1;
  for (; script < command.size() && command[script].starts_with('-'); ++script) {
    static const std::vector<std::string> alone = {"-u", "-B", "-I", "-E", "-s", "-S", "-O", "-x"};
    if (std::find(alone.begin(), alone.end(), command[script]) == alone.end())
      return;  // no script follows options such as -m, -c
  }
  std::error_code error;
  if (script == command.size() || std::filesystem::exists(command[script], error)) return;
  throw std::invalid_argument(
      "hunt: there is no file '" + command[script] + "' for " + program +
      " to run; name the accountant's script, from the folder where plumbline runs (" +
      std::filesystem::current_path(error).string() + ")");
}

/// Writes the finds and the record of a hunt, and the files derived from them.
void write_hunt(const HuntArguments& a, const HuntResult& result, const HuntedTool& tool) {
  replace_file(a.out + "/finds.jsonl", finds_lines(result, tool));
  using Json = nlohmann::ordered_json;
  replace_file(
      a.out + "/hunt.json",
      hunt_record(result, tool).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  write_truths(a, result);
  make_page_if_possible({"hunt", "--", a.out});
}

/// Returns a text such as "; the accountant's commonest error: KeyError('noise')"; empty without errors.
std::string commonest_error(const HuntResult& result) {
  const auto most =
      std::max_element(result.errors.begin(), result.errors.end(),
                       [](const auto& x, const auto& y) { return x.second < y.second; });
  return most == result.errors.end()
             ? ""
             : "; the accountant's commonest error: " + one_line(most->first);
}

/// Hunts for wrong answers of an accountant about mechanisms.
int run_settings(const HuntArguments& a) {
  const HuntOptions options = options_of(a);
  AnswerWriter answers(format_of(a.format), kHuntText);
  const HuntedTool tool{a.command, a.name};
  const std::string errors = a.out.empty() ? "" : a.out + "/errors.txt";
  // A child that never answers must be detected within the total time.
  const double most = a.seconds > 0 ? a.seconds / 4 : a.answer_limit;
  const HuntResult result =
      hunt(options, child_processes(a.command, errors, std::min(a.answer_limit, most),
                                    start_limit(a.start_limit, a.seconds)));
  size_t number = 0;
  for (const Cause& cause : result.causes) {
    AnswerRecord record{"cause", fields_of(cause_json(cause, tool))};
    record.fields.push_back({"text", {cause_text(++number, cause, tool)}, true});
    answers.give(record);
  }
  answers.give(AnswerBuilder("summary").add("text", hunt_summary(result)).for_people());
  answers.finish();
  if (!a.out.empty()) write_hunt(a, result, tool);
  // Prints the summary of all questions on standard error if the output is for programs.
  if (format_of(a.format) != AnswerFormat::text) fmt::print(stderr, "{}", hunt_summary(result));
  const int code = hunt_exit_code(result);
  if (code == kBadInput) {
    fmt::print(stderr, "plumbline: nothing was judged: no answer had a value{}\n",
               commonest_error(result));
  }
  return code;
}

int run(const HuntArguments& a) {
  if (a.show_space) {
    fmt::print("{}", usual_space_text());
    return kAllAsAsked;
  }
  if (a.goal == "sampler") return run_sampler_hunt(a);
  if (a.command.empty()) {
    throw std::invalid_argument("hunt: no accountant; write its command after --");
  }
  check_script(a.command);
  if (!a.out.empty()) {
    check_output_folder(a.out);
    for (const char* name : {"/answers.jsonl", "/errors.txt"}) remove_link(a.out + name);
  }
  if (a.goal == "coverage") return run_coverage(a);
  return a.promises ? run_promises(a) : run_settings(a);
}

}  // namespace

void add_hunt_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<HuntArguments>();
  add_hunt_words(app, arguments)->callback([arguments, &exit_code] {
    if (!arguments->first.empty()) {
      arguments->command.insert(arguments->command.begin(), arguments->first);
    }
    exit_code = run(*arguments);
  });
}

}  // namespace plumbline
