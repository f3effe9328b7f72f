/// `history`: the nights of the past, what changed since when, and what gets worse bit by bit.
#include <fmt/core.h>

#include <memory>
#include <stdexcept>

#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "verify/history/changes.hpp"
#include "verify/history/trends.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::string folder, results = "reports/out";
  std::string commit, machine, time, since;
  double wait = 60;
  TrendRules rules;
  int nights = static_cast<int>(TrendRules{}.nights);
  FormatOptions format;
};

const TextLayout kHistoryText = {
    {"night",
     "night {night}  {time}[  {commit:.12}]  {answers} answers, {seconds:.1f} s: {verdicts}\n"},
    {"since", "\nnight {night} beside night {since}: {count} changes\n"},
    {"change", "  {what:<8} {part}[, {question}][ ({place})]: [{before} -> ]{after}\n"},
    {"trend",
     "{what}: {part}[: {question}][ ({place})]: {message} (nights {from} to {to})\n[  {replay}\n]"},
    {"checked", "{text}\n"}};

/// "3 violated, 12 sound" of all parts.
std::string verdicts_text(const std::vector<KeptTally>& tallies, long night) {
  std::map<std::string, long> counts;
  for (const KeptTally& tally : tallies) {
    if (tally.night == night) counts[tally.verdict] += tally.count;
  }
  std::string out;
  for (const auto& [verdict, count] : counts) {
    out += fmt::format("{}{} {}", out.empty() ? "" : "; ", count, verdict);
  }
  return out;
}

AnswerRecord night_answer(const KeptNight& night, const std::vector<KeptPart>& parts,
                          const std::vector<KeptTally>& tallies) {
  long answers = 0;
  double seconds = 0;
  for (const KeptPart& kept : parts) {
    if (kept.night != night.id) continue;
    answers += kept.part.answers;
    seconds += kept.part.seconds;
  }
  return AnswerBuilder("night")
      .add("night", night.id)
      .add("time", night.time)
      .add("commit", night.commit)
      .add("machine", night.machine)
      .add("build", night.build)
      .add("answers", answers)
      .add("seconds", seconds)
      .add("verdicts", verdicts_text(tallies, night.id));
}

int add(const Arguments& arguments) {
  Night night = read_night(arguments.results);
  night.time = arguments.time.empty() ? time_now() : arguments.time;
  night.commit = arguments.commit;
  night.machine = arguments.machine.empty() ? this_machine() : arguments.machine;
  History history(arguments.folder, true, arguments.wait);
  const auto id = history.add(night);
  if (!id) {
    fmt::print("these results are in the history already\n");
  } else {
    fmt::print("night {}: {} answers of {}\n", *id, night.answers.size(), arguments.results);
  }
  return kAllAsAsked;
}

void give_changes(const std::vector<NightChange>& changes, AnswerWriter* answers) {
  for (const NightChange& change : changes) {
    AnswerBuilder out("change");
    out.add("what", change.kind).add("source", change.source).add("part", change.part);
    out.add("question", change.question).add("place", change.place);
    answers->give(out.add("before", change.before).add("after", change.after));
  }
}

int show(const Arguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), kHistoryText);
  History history(arguments.folder, false, arguments.wait);
  const std::vector<KeptNight> nights = history.nights();
  if (nights.empty()) {
    throw std::invalid_argument(arguments.folder + ": has no nights; add one");
  }
  const long last = nights.back().id;
  const auto parts = history.parts(1, last);
  const auto tallies = history.tallies(1, last);
  for (const KeptNight& night : nights) answers.give(night_answer(night, parts, tallies));
  const long since =
      arguments.since.empty() ? std::max(1L, last - 1) : find_night(nights, arguments.since).id;
  if (since < last) {
    const std::vector<NightChange> changes = changes_between(history, since, last);
    answers.give(AnswerBuilder("since")
                     .add("night", last)
                     .add("since", since)
                     .add("count", static_cast<long>(changes.size()))
                     .for_people());
    give_changes(changes, &answers);
  }
  return answers.finish();
}

/// "10 nights"
std::string nights_looked_at(const std::vector<KeptNight>& nights, const TrendRules& rules) {
  if (nights.empty()) return "0 nights";
  const long count = std::min(
      {static_cast<long>(nights.size()), rules.nights, nights.back().id - rules.since + 1});
  return fmt::format("{} night{}", count, count == 1 ? "" : "s");
}

int check(const Arguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), kHistoryText);
  History history(arguments.folder, false, arguments.wait);
  const std::vector<KeptNight> nights = history.nights();
  TrendRules rules = arguments.rules;
  rules.nights = arguments.nights;
  if (!arguments.since.empty()) rules.since = find_night(nights, arguments.since).id;
  const std::vector<Trend> found = trends(history, rules);
  for (const Trend& trend : found) {
    AnswerBuilder out("trend");
    out.add("what", std::string(kind_name(trend.kind))).add("source", trend.source);
    out.add("part", trend.part).add("question", trend.question).add("place", trend.place);
    out.add("message", trend.message).add("from", trend.from).add("to", trend.to);
    answers.give(out.add("replay", trend.replay).wrong(true));
  }
  const std::string what = found.empty() ? "nothing" : fmt::format("{} things", found.size());
  const std::string text = what + " got worse over the last " + nights_looked_at(nights, rules);
  answers.give(AnswerBuilder("checked").add("text", text).for_people());
  return answers.finish();
}

void add_place(Command* command, Arguments* arguments) {
  command->add_option("folder", arguments->folder, "where history.sqlite is")->required();
  command->add_option("--wait", arguments->wait, "seconds to wait for another program that has it")
      ->check(nonnegative_number())
      ->capture_default_str();
}

void add_adding(Command* history, const std::shared_ptr<Arguments>& arguments, int& exit_code) {
  Command* command = history->add_subcommand("add", "adds what verify and claims left as a night");
  add_place(command, arguments.get());
  command
      ->add_option("results", arguments->results,
                   "the --out folder of verify, of claims, or of both")
      ->capture_default_str();
  command->add_option("--commit", arguments->commit, "of the sources, to be kept with the night");
  command->add_option("--machine", arguments->machine,
                      "its name (default: processor and cores); times of others are not compared");
  command->add_option("--time", arguments->time, "when the night was, as text (default: now, UTC)");
  command->footer(
      "Example: plumbline history add history reports/out --commit $(git rev-parse HEAD)");
  command->callback([arguments, &exit_code] { exit_code = add(*arguments); });
}

void add_showing(Command* history, const std::shared_ptr<Arguments>& arguments, int& exit_code) {
  Command* command = history->add_subcommand("show", "all nights, and what changed since one");
  add_place(command, arguments.get());
  command->add_option("--since", arguments->since,
                      "a night: its number, or the beginning of its time or commit (default: the "
                      "one before the last)");
  add_format_options(*command, arguments->format, "night or change");
  command->footer("Example: plumbline history show history --since 2026-03");
  command->callback([arguments, &exit_code] { exit_code = show(*arguments); });
}

void add_checking(Command* history, const std::shared_ptr<Arguments>& arguments, int& exit_code) {
  Command* command =
      history->add_subcommand("check", "fails where something got worse over the nights");
  add_place(command, arguments.get());
  command->add_option("--nights", arguments->nights, "how many of the last are looked at")
      ->check(in_range(2, 100000))
      ->capture_default_str();
  command->add_option("--since", arguments->since,
                      "none before this one: after a change that was meant");
  command
      ->add_option("--slower", arguments->rules.slower,
                   "percent by which a part may get slower over these nights")
      ->check(nonnegative_number())
      ->capture_default_str();
  command
      ->add_option("--slower-floor", arguments->rules.floor,
                   "seconds by which it must be slower, so that noise does not count")
      ->check(nonnegative_number())
      ->capture_default_str();
  add_format_options(*command, arguments->format, "trend");
  command->footer(
      "Example: plumbline history check history --nights 10\n"
      "Exit codes: 0 nothing got worse, 1 something did, 2 the history cannot be read.");
  command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

}  // namespace

void add_history_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("history", "the nights of the past, and what gets worse bit by bit");
  command->require_subcommand(1);
  add_adding(command, arguments, exit_code);
  add_showing(command, arguments, exit_code);
  add_checking(command, arguments, exit_code);
}

}  // namespace plumbline
