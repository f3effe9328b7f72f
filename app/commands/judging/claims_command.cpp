#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/claims_words.hpp"
#include "app/options/common_options.hpp"
#include "app/running/values.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/claims/results/claims_junit.hpp"
#include "verify/claims/results/run.hpp"
#include "verify/claims/results/scoreboard_text.hpp"

namespace plumbline {
namespace {

using Arguments = ClaimsArguments;

/// Parses the mildest grade that counts as a failure; `any` means the mildest of all.
ViolationGrade mildest_failure(const std::string& name) {
  if (name == "any") return ViolationGrade::last_digits;
  if (const auto grade = find_grade(name)) return *grade;
  throw std::invalid_argument("--fail-on: unknown '" + name +
                              "'; write any, last_digits, numerical, material, gross or broken");
}

/// The file `claims.jsonl` of all verdicts in order. It has another name until the last verdict is written, so that
/// an interrupted run leaves no incomplete file of this name.
class VerdictFile {
 public:
  explicit VerdictFile(const std::string& folder)
      : path_(std::filesystem::path(folder) / "claims.jsonl"), part_(path_.string() + ".part") {
    std::error_code none;
    // Removes the file of an earlier run.
    std::filesystem::remove(path_, none);
    std::filesystem::remove(part_, none);  // because it may be a link to another file
    out_.open(part_, std::ios::binary | std::ios::trunc);
  }

  void take(const JudgedLine& judged) {
    using Json = nlohmann::ordered_json;
    const Json record = verdict_record_for_pages(judged);
    out_ << json_safe(record.dump(-1, ' ', false, Json::error_handler_t::replace)) << '\n';
  }
  /// Writes claims-run.json, which describes the whole run. If the file of verdicts is complete, renames it.
  void finish(const ClaimsRun& run) {
    out_.close();
    replace_file(path_.parent_path() / "claims-run.json", claims_run_record(run).dump(2) + "\n");
    if (run.interrupted) return;
    std::error_code error;
    if (out_) std::filesystem::rename(part_, path_, error);
    if (out_ && !error) return;
    throw std::invalid_argument(path_.generic_string() +
                                ": cannot be written; choose another place for it");
  }

 private:
  std::filesystem::path path_, part_;
  std::ofstream out_;
};

/// The files that a run writes in addition to the scoreboard.
struct ClaimsFiles {
  std::string known;
  ClaimsJunit testcases;

  void take(const JudgedLine& judged) {
    const bool counts = judged.outcome != ClaimOutcome::apart;
    const bool fails =
        judged.line.claim && grade_of_failure(judged.verdict) != ViolationGrade::none;
    if (fails && counts) known += known_violation_row(judged);
    testcases.add(judged);
  }
  void write(const Arguments& arguments) const {
    if (!arguments.write_known.empty()) {
      write_text_file(arguments.write_known, known);
      fmt::print(stderr,
                 "plumbline: wrote {0}; with --baseline {0} these violations pass from now on\n",
                 arguments.write_known);
    }
    if (!arguments.junit.empty()) write_text_file(arguments.junit, testcases.text());
  }
};

/// Returns true if text output shows the verdict by default.
bool is_finding(const ClaimVerdict& verdict) {
  const bool promise = verdict.promise && verdict.promise->verdict != VerdictKind::sound;
  return promise || verdict.no_number || verdict.verdict == VerdictKind::violated ||
         verdict.verdict == VerdictKind::undecided;
}

const TextLayout kClaimsText = {{"verdict", "{text}\n"}, {"scoreboard", "{text}"}};

/// Returns the record of a verdict. JSON and CSV contain every verdict; text output only new findings, unless `all`.
AnswerRecord verdict_answer(const JudgedLine& judged, bool all) {
  AnswerRecord out{"verdict", fields_of(verdict_json(judged))};
  const bool known = judged.outcome == ClaimOutcome::known;
  if (!judged.line.claim || !(all || (is_finding(judged.verdict) && !known))) {
    out.kind = "unsaid";
  } else {
    out.fields.push_back({"text", {verdict_line(judged)}, true});
  }
  return out;
}

/// Reports requested lines that have no claim, and the reason if nothing was judged.
void say_what_is_missing(const ClaimsRun& run) {
  for (const long line : run.missing_lines) {
    fmt::print(stderr, "plumbline: --line {}: no file has a claim there\n", line);
  }
  if (const std::string why = nothing_judged(run); !why.empty()) {
    fmt::print(stderr, "plumbline: {}\n", one_line(why));
  }
}

void say_what_is_known(const ClaimsRun& run, const KnownViolations& known) {
  fmt::print(stderr, "{} known violation{}, {} other{}\n", run.known, run.known == 1 ? "" : "s",
             run.failed, run.failed == 1 ? "" : "s");
  for (const std::string& row : known.worse()) fmt::print(stderr, "{}\n", one_line(row));
  for (const std::string& row : known.not_met()) {
    fmt::print(stderr, "{}: not found any more\n", one_line(row));
  }
}

ClaimsOptions options_of(const Arguments& arguments) {
  ClaimsOptions options;
  options.files = arguments.files;
  options.tables = arguments.tables;
  for (const Rational& line : read_values("line", arguments.lines)) {
    options.lines.insert(whole_number("line", line, 1));
  }
  options.threads = arguments.threads;
  options.seconds = arguments.timeout;
  options.fail_on = mildest_failure(arguments.fail_on);
  if (isatty(STDERR_FILENO) == 0) {
    options.progress = Progress::Display::log;
  } else if (isatty(STDOUT_FILENO) == 0) {
    options.progress = Progress::Display::terminal;
  }
  return options;
}

/// Returns the journal of decided claims in the folder of --out, or merged from the folders of --merge; else nothing.
std::optional<VerdictJournal> journal_of(const Arguments& arguments, const ClaimsOptions& options) {
  const Shard shard = Shard::parse(arguments.shard);
  const bool merges = !arguments.shards.empty(), parts = arguments.resume || !shard.whole();
  const auto& files = arguments.files;
  const bool streamed = std::find(files.begin(), files.end(), "-") != files.end();
  if (merges && parts) throw std::invalid_argument("--merge goes with no --shard and no --resume");
  if (parts && arguments.out.empty()) {
    throw std::invalid_argument(
        "--shard and --resume need --out FOLDER, where the verdicts are kept");
  }
  if (streamed && (merges || parts)) {
    throw std::invalid_argument("standard input is not there a second time; give files");
  }
  if (streamed || (arguments.out.empty() && !merges)) return std::nullopt;
  const ClaimsIdentity identity = claims_identity(options.files, options.lines, options.seconds);
  if (merges)
    return VerdictJournal::merge({arguments.shards.begin(), arguments.shards.end()}, identity);
  return VerdictJournal::write(arguments.out, identity, shard, arguments.resume, std::cerr);
}

/// Throws std::invalid_argument if input files or folders are missing, or an output file cannot be written.
void check_arguments(const Arguments& arguments) {
  if (arguments.files.empty()) {
    throw std::invalid_argument(
        "files is missing; for example: plumbline claims answers.jsonl (claims --example prints "
        "such a file)");
  }
  if (!arguments.out.empty()) check_output_folder(arguments.out);
  for (const std::string& file : {arguments.write_known, arguments.junit, arguments.badge}) {
    if (!file.empty()) check_output_file(file);
  }
  if (std::error_code none;
      !arguments.tables.empty() && !std::filesystem::is_directory(arguments.tables, none)) {
    throw std::invalid_argument("--tables: " + arguments.tables +
                                " is no folder; give the one that has promises.toml");
  }
}

KnownViolations known_of(const Arguments& arguments) {
  const Rational slack = read_value("slack", arguments.slack);
  if (slack.sign() < 0) throw std::invalid_argument("--slack: write 0 or a positive number");
  return arguments.known.empty() ? KnownViolations()
                                 : KnownViolations::read(arguments.known, slack);
}

int run(const Arguments& arguments) {
  if (arguments.example) {
    fmt::print("{}", claims_example());
    return kAllAsAsked;
  }
  check_arguments(arguments);
  AnswerWriter answers(format_of(arguments.format), kClaimsText);
  ClaimsOptions options = options_of(arguments);
  KnownViolations known = known_of(arguments);
  options.known = &known;
  std::optional<VerdictJournal> journal = journal_of(arguments, options);
  if (journal) options.journal = &*journal;
  ClaimsFiles files;
  std::optional<VerdictFile> verdicts;
  if (!arguments.out.empty() && Shard::parse(arguments.shard).whole()) {
    verdicts.emplace(arguments.out);
  }
  const bool keeps_files = !arguments.write_known.empty() || !arguments.junit.empty();
  const ClaimsRun run = judge_claims(options, [&](const JudgedLine& judged) {
    const ClaimLine& line = judged.line;
    if (!line.claim) {
      fmt::print(stderr, "{}: {}\n", one_line(line.place()), one_line(judged.verdict.reason));
    }
    answers.give(verdict_answer(judged, arguments.all));
    if (keeps_files) files.take(judged);
    if (verdicts) verdicts->take(judged);
  });
  const bool any_claim = run.summary.counts().all() > run.summary.unreadable();
  if (any_claim) {
    answers.give(AnswerBuilder("scoreboard").add("text", scoreboard_text(run)).for_people());
  }
  answers.finish();
  if (verdicts) verdicts->finish(run);
  files.write(arguments);
  if (!arguments.badge.empty()) write_text_file(arguments.badge, claims_badge(run));
  say_what_is_missing(run);
  if (!arguments.known.empty()) say_what_is_known(run, known);
  return claims_exit_code(run);
}

}  // namespace

void add_claims_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand("claims", "judge a file of another accountant's answers");
  add_claims_words(*command, *arguments);
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
