#include <fmt/chrono.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/audits/audit_words.hpp"
#include "app/certificates/certificate_commands.hpp"
#include "app/running/reports.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/check_text.hpp"
#include "verify/statement/audit_page.hpp"
#include "verify/statement/certificate_hypotheses.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string out, checker, title, owner, fail_on;
  CheckLimits limits;
  bool no_check = false;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Throws std::invalid_argument if the path has no valid ending; the message names the valid ones.
void check_ending(const std::string& path) {
  for (const char* ending : {".html", ".htm", ".md", ".json"}) {
    if (ends_with(path, ending)) return;
  }
  if (path == "-") return;
  throw std::invalid_argument("'" + path +
                              "' ends neither in .md nor in .html (or .json, of which these are "
                              "made); one of them says how to write the statement");
}

/// If the path ends in .json, writes the record of the statement; otherwise writes a page that Python creates from the
/// record. Returns the exit code.
int write_statement(const std::string& path, const AuditPage& page) {
  using Json = nlohmann::ordered_json;
  const std::string text =
      audit_record(page).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  if (ends_with(path, ".json")) {
    write_text(path, text);
    return 0;
  }
  std::string record = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
  const int file = ::mkstemp(record.data());
  if (file < 0) throw std::invalid_argument("cannot make a file in the folder for temporary ones");
  ::close(file);
  const auto remove = [](const std::string* name) { std::remove(name->c_str()); };
  const std::unique_ptr<const std::string, decltype(remove)> gone(&record, remove);
  write_text(record, text);
  return run_reports({"statement", "--output=" + path, "--", record});
}

/// Returns the results of the second checker; nothing without the option --checker. The option names a program (.py) or
/// a file of results. If a verdict rejects a certificate or is a contradiction, prints it and sets `code`.
std::optional<SecondCheck> second_check_of(const Arguments& arguments,
                                           const std::vector<Certificate>& certificates,
                                           int* code) {
  if (arguments.checker.empty()) return std::nullopt;
  const std::string name = arguments.checker == "-"
                               ? "standard input"
                               : std::filesystem::path(arguments.checker).filename().string();
  SecondCheck out = ends_with(arguments.checker, ".py")
                        ? ask_second_checker(arguments.checker, arguments.files)
                        : read_second_check(name, read_text(arguments.checker));
  for (const Certificate& c : certificates) {
    const std::string verdict = out.of(c);
    const bool against =
        verdict == "refuted" || verdict == "withdrawn" || verdict == "not_a_certificate";
    if (!against && verdict != "contradiction") continue;
    fmt::print(stderr, "plumbline: {}: the second checker says '{}' of {} of {}\n", one_line(name),
               verdict, one_line(c.quantity), one_line(c.mechanism));
    *code = std::max<int>(*code, against ? kWrong : kContradiction);
  }
  return out;
}

/// Returns the name of a file as the page shows it, and the digest of the file.
std::pair<std::string, std::string> named(const std::string& file) {
  if (file == "-") return {"standard input", "not taken"};
  return {std::filesystem::path(file).filename().string(), sha256(read_text(file))};
}

AuditSource source_of(const Arguments& arguments) {
  const auto [file, digest] = named(arguments.files.front());
  AuditSource out{file, digest, fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))};
  for (size_t i = 1; i < arguments.files.size(); ++i) {
    out.further.push_back(named(arguments.files[i]));
  }
  out.title = arguments.title;
  out.owner = arguments.owner;
  return out;
}

/// Checks the certificates of one file, prints those that are not confirmed, and appends all results to `results`.
void check_all(const std::string& file, const std::vector<Certificate>& certificates,
               const CheckLimits& limits, std::vector<CheckResult>* results) {
  for (size_t i = 0; i < certificates.size(); ++i) {
    results->push_back(check_within(certificates[i], limits));
    if (results->back().verdict == Verdict::confirmed) continue;
    fmt::print(stderr, "{}",
               safe_lines(check_text({file, i + 1, certificates.size(), 0}, certificates[i],
                                     results->back())));
  }
}

/// Throws std::invalid_argument if the files of certificates or the output file are missing.
void require_words(const Arguments& arguments) {
  const std::string example = "; for example: plumbline statement all.json -o statement.html";
  if (arguments.files.empty()) throw std::invalid_argument("files is missing" + example);
  if (arguments.out.empty()) throw std::invalid_argument("--output is missing" + example);
}

/// Throws if `audit` has neither files of certificates nor a subcommand.
void require_kind(const Arguments& arguments) {
  static const std::vector<std::string> kinds = {"trials", "scores", "one-run"};
  const std::string which =
      "`audit trials` for counts, `audit scores` for scores, `audit one-run` for canaries of one "
      "training run";
  if (arguments.files.empty()) throw std::invalid_argument("which attack? " + which);
  const std::string& word = arguments.files.front();
  const bool file = word == "-" || word.find_first_of("./") != std::string::npos;
  if (file || std::filesystem::exists(word)) return;
  std::string plain = word;
  for (const char* dash : {"\u2013", "\u2014", "\u2212", "_"}) {
    const std::string mark = dash;
    for (size_t at = plain.find(mark); at != std::string::npos; at = plain.find(mark)) {
      plain.replace(at, mark.size(), "-");
    }
  }
  const std::string meant = nearest_name(plain, kinds);
  throw std::invalid_argument("'" + word + "' is neither an attack nor a file; " +
                              (meant.empty() ? which : "did you mean `audit " + meant + "`?"));
}

/// Throws std::invalid_argument, before any check, if the factors of a mechanism have different neighbouring
/// relations: a page states one relation for each mechanism.
void require_statable(const std::string& file, const std::vector<Certificate>& certificates) {
  for (const Certificate& c : certificates) {
    try {
      require_one_relation(c);
    } catch (const RefusedPair&) {  // the check reports later that the certificate is withdrawn
    } catch (const std::invalid_argument& e) {
      throw std::invalid_argument((file == "-" ? "standard input" : file) + ": " + e.what());
    }
  }
}

int run_audit(const Arguments& arguments) {
  require_words(arguments);
  check_ending(arguments.out);
  if (!ends_with(arguments.out, ".json")) require_reports();
  check_writable(arguments.out);
  std::vector<std::vector<Certificate>> all;  // all files are read before any check
  for (const std::string& file : arguments.files) {
    all.push_back(certificates_in(file));
    require_statable(file, all.back());
  }
  std::vector<Certificate> certificates;
  for (const auto& some : all) certificates.insert(certificates.end(), some.begin(), some.end());
  int against = 0;
  const std::optional<SecondCheck> second = second_check_of(arguments, certificates, &against);
  if (against != 0) {
    fmt::print(stderr, "plumbline: no statement written\n");
    return against;
  }
  std::vector<CheckResult> results;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!arguments.no_check) check_all(arguments.files[i], all[i], arguments.limits, &results);
  }
  if (!arguments.no_check) {
    require_no_contradiction(results);
    if (const int code = exit_code_of(results); code != 0) {
      fmt::print(stderr, "plumbline: no statement written: {}\n", check_summary(results));
      return code;
    }
  }
  const AuditSource source = source_of(arguments);
  const AuditPage page = audit_page_of(source, certificates, results, second);
  if (const int code = write_statement(arguments.out, page); code != 0) return code;
  say_written(arguments.out, "a statement about " + std::to_string(certificates.size()) +
                                 (certificates.size() == 1 ? " certificate" : " certificates"));
  if (!page.refuted) return 0;
  fmt::print(stderr, "plumbline: note: {}\n", one_line(page.headlines.front().text));
  return arguments.fail_on.empty() ? kAllAsAsked : kWrong;
}

/// The options of a statement.
std::shared_ptr<Arguments> add_statement_words(Command* command) {
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("files", arguments->files, "certificates or bundles");
  command->add_option(
      "-o,--output", arguments->out,
      "statement, .md or .html (.json: its record); - is Markdown on standard output");
  add_check_limits(*command, arguments->limits);
  command->add_flag(
      "--no-check", arguments->no_check,
      "do not derive the values again; the statement says so and contains no numbers");
  command->add_option("--checker", arguments->checker,
                      "the second checker, checker/plumbline_check.py: python3 runs a file that "
                      "ends in .py on the same files, and the statement says which values it "
                      "confirmed. Any other file must contain what the checker printed with --json "
                      "before; the statement quotes it and says that the checker did not run here");
  command
      ->add_option("--fail-on", arguments->fail_on,
                   "refuted: exit code 1 if an attack refutes a promise or a claim (otherwise 0, "
                   "and the last line says so)")
      ->check(one_of({"refuted"}));
  command->add_option("--title", arguments->title, "heading of the statement");
  command->add_option("--owner", arguments->owner,
                      "team, product or model that the statement is for");
  command->footer(
      "Example: plumbline statement all.json -o statement.html --title 'Model 7' --owner 'Team A'");
  return arguments;
}

}  // namespace

int write_statement_page(const std::string& certificates, const std::string& page,
                         const std::string& title) {
  Arguments arguments;
  arguments.files = {certificates};
  arguments.out = page;
  arguments.title = title;
  return run_audit(arguments);
}

void add_statement_command(Command& app, int& exit_code) {
  Command* command =
      app.add_subcommand("statement", "check certificates and write a one-page statement in words");
  const auto arguments = add_statement_words(command);
  command->callback([arguments, &exit_code] { exit_code = run_audit(*arguments); });
}

void add_audit_command(Command& app, int& exit_code) {
  Command* command = app.add_subcommand(
      "audit",
      "lower bounds on epsilon from measured attacks; subcommands trials, scores and one-run (with "
      "certificate files as arguments, the command does the same as `statement`)");
  const auto asked = std::make_shared<bool>(false);
  add_audit_trials(*command, *asked, exit_code);
  add_audit_scores(*command, *asked, exit_code);
  add_audit_one_run(*command, *asked, exit_code);
  const auto arguments = add_statement_words(command);
  command->callback([arguments, asked, &exit_code] {
    if (*asked) return;
    require_kind(*arguments);
    exit_code = run_audit(*arguments);
  });
}

}  // namespace plumbline
