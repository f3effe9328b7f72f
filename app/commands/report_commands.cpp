/// The commands `report`, `scoreboard`, `site` and `history`, whose pages the Python package creates from records.
#include <fmt/core.h>

#include <memory>

#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/reports.hpp"

namespace plumbline {
namespace {

/// The arguments of all these commands. Each command uses some of them.
struct Arguments {
  std::string folder, results = "reports/out", out, root = ".", history, profiles;
  std::string commit, machine, time, since;
  double wait = 60, slower = 20, floor = 0.5, seconds = 20;
  int certificates = 1, nights = 10;
  bool no_plots = false;
  FormatOptions format;

  std::string form() const {
    const AnswerFormat chosen = format_of(format);
    return chosen == AnswerFormat::json  ? "--format=json"
           : chosen == AnswerFormat::csv ? "--format=csv"
                                         : "--format=text";
  }
};

using Words = std::vector<std::string>;

/// Appends the option with its value, such as "--since=2026". Appends nothing if the value is empty.
void add_given(const std::string& option, const std::string& value, Words* words) {
  if (!value.empty()) words->push_back(option + "=" + value);
}

std::string option_of(const std::string& option, double value) {
  return fmt::format("{}={}", option, value);
}

void add_report(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("report", "write report.html, with plots, from the results of `verify`");
  command->add_option("results", a->results, "the --out folder of `verify`")->capture_default_str();
  command->add_flag("--no-plots", a->no_plots, "without pictures");
  command->footer("Example: plumbline report reports/out");
  command->callback([a, &exit_code] {
    Words words = {"report"};
    if (a->no_plots) words.emplace_back("--no-plots");
    words.insert(words.end(), {"--", a->results});
    exit_code = run_reports(words);
  });
}

void add_scoreboard(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "scoreboard", "write accountants.html and accountants.md from the results of `claims --out`");
  command->add_option("results", a->results, "the --out folder of `claims`")->capture_default_str();
  command->add_option("--profiles", a->profiles,
                      "file of verdicts about whole distributions, such as "
                      "cases/profiles/verdicts.tsv");
  command->footer(
      "Example: plumbline scoreboard reports/out --profiles cases/profiles/verdicts.tsv");
  command->callback([a, &exit_code] {
    Words words = {"scoreboard"};
    add_given("--profiles", a->profiles, &words);
    words.insert(words.end(), {"--", a->results});
    exit_code = run_reports(words);
  });
}

void add_place(Command* command, Arguments* a) {
  command->add_option("folder", a->folder, "folder of history.sqlite")->required();
  command->add_option("--wait", a->wait, "seconds to wait while another program uses it")
      ->check(nonnegative_number())
      ->capture_default_str();
}

void add_adding(Command* history, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = history->add_subcommand(
      "add", "add the results of verify and claims to the history, as one night");
  add_place(command, a.get());
  command->add_option("results", a->results, "the --out folder of verify, of claims, or of both")
      ->capture_default_str();
  command->add_option("--commit", a->commit, "commit of the sources, recorded with the night");
  command->add_option(
      "--machine", a->machine,
      "name of the machine (default: processor and cores); times are compared on one machine only");
  command->add_option("--time", a->time, "time of the night (default: now, UTC)");
  command->footer(
      "Example: plumbline history add history reports/out --commit $(git rev-parse HEAD)");
  command->callback([a, &exit_code] {
    Words words = {"history", "add", option_of("--wait", a->wait)};
    add_given("--commit", a->commit, &words);
    add_given("--machine", a->machine, &words);
    add_given("--time", a->time, &words);
    words.insert(words.end(), {"--", a->folder, a->results});
    exit_code = run_reports(words);
  });
}

void add_showing(Command* history, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command =
      history->add_subcommand("show", "all nights, and the changes since one of them");
  add_place(command, a.get());
  command->add_option("--since", a->since,
                      "a night: its number, or the beginning of its time or commit (default: the "
                      "one before the last)");
  add_format_options(*command, a->format, "night or change");
  command->footer("Example: plumbline history show history --since 2026-03");
  command->callback([a, &exit_code] {
    Words words = {"history", "show", option_of("--wait", a->wait), a->form()};
    add_given("--since", a->since, &words);
    words.insert(words.end(), {"--", a->folder});
    exit_code = run_reports(words);
  });
}

void add_checking(Command* history, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command =
      history->add_subcommand("check", "fail if something got worse over the nights");
  add_place(command, a.get());
  command->add_option("--nights", a->nights, "number of last nights to look at")
      ->check(in_range(2, 100000))
      ->capture_default_str();
  command->add_option("--since", a->since,
                      "ignore nights before this one, for example before an intended change");
  command
      ->add_option("--slower", a->slower,
                   "percent by which a part may get slower over these nights")
      ->check(nonnegative_number())
      ->capture_default_str();
  command->add_option("--slower-floor", a->floor, "ignore slowdowns below so many seconds")
      ->check(nonnegative_number())
      ->capture_default_str();
  add_format_options(*command, a->format, "trend");
  command->footer(
      "Example: plumbline history check history --nights 10\n"
      "Exit codes: 0 nothing got worse, 1 something did, 2 the history cannot be read.");
  command->callback([a, &exit_code] {
    Words words = {"history",
                   "check",
                   option_of("--wait", a->wait),
                   option_of("--nights", a->nights),
                   option_of("--slower", a->slower),
                   option_of("--slower-floor", a->floor),
                   a->form()};
    add_given("--since", a->since, &words);
    words.insert(words.end(), {"--", a->folder});
    exit_code = run_reports(words);
  });
}

}  // namespace

void add_report_commands(Command& app, int& exit_code) {
  add_report(app, exit_code);
  add_scoreboard(app, exit_code);
}

void add_history_command(Command& app, int& exit_code) {
  Command* history =
      app.add_subcommand("history", "past nightly runs, and regressions across them");
  history->require_subcommand(1);
  add_adding(history, exit_code);
  add_showing(history, exit_code);
  add_checking(history, exit_code);
}

void add_site_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "site", "write static pages: accountants, mechanisms, nightly runs, documents");
  command->add_option("--out", a->out, "folder of the pages")->required();
  command->add_option("--results", a->results, "the --out folder of `verify` and `claims`")
      ->capture_default_str();
  command->add_option("--history", a->history, "the folder of `history add`");
  command
      ->add_option("--root", a->root,
                   "a checkout, whose documents, vectors and certificates are copied")
      ->capture_default_str();
  command
      ->add_option("--certificates", a->certificates,
                   "number of violations of each accountant that get a certificate of the truth")
      ->check(in_range(0, 1000))
      ->capture_default_str();
  command->add_option("--certificate-timeout", a->seconds, "seconds for each certificate")
      ->check(positive_seconds())
      ->capture_default_str();
  command->footer("Example: plumbline site --out site --history reports/history");
  command->callback([a, &exit_code] {
    Words words = {"site",
                   "--out=" + a->out,
                   "--results=" + a->results,
                   "--root=" + a->root,
                   option_of("--certificates", a->certificates),
                   option_of("--certificate-timeout", a->seconds)};
    add_given("--history", a->history, &words);
    exit_code = run_reports(words);
  });
}

}  // namespace plumbline
