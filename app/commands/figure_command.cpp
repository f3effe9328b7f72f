#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <memory>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/reports.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/progress.hpp"
#include "verify/figures/registry.hpp"
#include "verify/figures/write.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::string name;
  std::string out = "figures";
  int points = 0;
  FormatOptions format;
};

std::vector<const FigureEntry*> chosen(const std::string& name) {
  if (name != "all") return {&find_figure(name)};
  std::vector<const FigureEntry*> out;
  for (const FigureEntry& entry : figure_registry()) out.push_back(&entry);
  return out;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw std::invalid_argument("--out: cannot make " + folder.string() + ": " + error.message());
  }
}

/// The exit code of the Python package if gnuplot fails; gnuplot-messages.txt contains the reason.
constexpr int kFailed = 1;

const TextLayout kFigureText = {
    {"figure",
     "{figure:<8} {stem}.csv[ and {?picture}.png]   {seconds}\n"
     "[         {unreached} points NOT REACHED: correct, but with fewer digits than asked\n]"}};

/// Creates figures one by one and reports the written files.
class FigureMaker {
 public:
  FigureMaker(const Arguments& arguments, size_t count, AnswerWriter& answers)
      : points_(arguments.points),
        folder_(arguments.out),
        progress_(std::cerr,
                  isatty(STDERR_FILENO) != 0 ? Progress::Display::terminal : Progress::Display::log,
                  count),
        answers_(answers) {}

  /// Writes the data of a figure and draws it; then reports the files. Throws Interrupted if the user interrupts the
  /// command.
  void make(const FigureEntry& entry, size_t done, const Poll& poll) {
    const Stopwatch watch;
    const auto say = [&](const std::string& what) {
      progress_.show(done, entry.name + ": " + what);
    };
    FigureWork work(points_, say, poll);
    write_figure(folder_, entry.name, entry.make(work));
    progress_.clear();
    const int code = can_draw_ ? draw(entry.name) : kBadInput;
    can_draw_ = code != kBadInput;
    give(entry.name, code, work.unreached(), watch.seconds());
  }
  void clear() { progress_.clear(); }

 private:
  /// Draws a figure and returns the exit code. If no figure can be drawn on this computer, prints the reason and
  /// returns kBadInput.
  int draw(const std::string& name) {
    try {
      const int code = run_reports({"figures", "--", folder_.string(), name});
      if (code == kInterrupted) throw Interrupted{};
      return code;
    } catch (const std::invalid_argument& e) {
      fmt::print(stderr, "plumbline: data, but no pictures: {}\n", e.what());
      return kBadInput;
    }
  }

  void give(const std::string& name, int code, int unreached, double seconds) {
    const std::string stem = (folder_ / name).string();
    AnswerBuilder out("figure");
    out.add("figure", name).aside("stem", stem).add("data", stem + ".csv");
    if (code == kAllAsAsked) out.add("picture", stem + ".png");
    out.add("points_not_reached", long{unreached})
        .add("seconds", seconds)
        .reached(unreached == 0 && code != kFailed);
    if (unreached > 0) out.aside("unreached", long{unreached});
    answers_.give(out);
  }

  int points_;
  std::filesystem::path folder_;
  bool can_draw_ = true;
  Progress progress_;
  AnswerWriter& answers_;
};

int run(const Arguments& arguments) {
  const std::vector<const FigureEntry*> entries = chosen(arguments.name);
  AnswerWriter answers(format_of(arguments.format), kFigureText);
  make_folder(arguments.out);
  const InterruptGuard guard;
  FigureMaker maker(arguments, entries.size(), answers);
  for (size_t done = 0; done < entries.size(); ++done) {
    try {
      maker.make(*entries[done], done, leave_if_interrupted);
    } catch (const Interrupted&) {
      maker.clear();
      fmt::print(stderr, "plumbline: interrupted: {} of {} figures made\n", done, entries.size());
      answers.not_reached();
      break;
    }
  }
  return answers.finish();
}

}  // namespace

void add_figure_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("figure", "reproduce a figure of the papers from certified values");
  command->add_option("name", arguments->name, "a name from `plumbline list figures`, or all")
      ->required();
  command->add_option("--out", arguments->out, "folder of the data and pictures")
      ->capture_default_str();
  command
      ->add_option("--points", arguments->points,
                   "points on each curve (default: the figure's own)")
      ->check(in_range(2, 10000));
  add_format_options(*command, arguments->format, "figure");
  command->footer("Example: plumbline figure bcp-3 --out figures");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
