#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/commands.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/progress.hpp"
#include "verify/figures/registry.hpp"
#include "verify/figures/write.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

constexpr int kNotReached = 3;

struct Arguments {
  std::string name;
  std::string out = "figures";
  int points = 0;
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

/// Whether the picture was drawn.
bool draw(const std::filesystem::path& folder, const std::string& name) {
  if (!run_gnuplot(folder, name + ".gp")) return false;
  std::error_code ignored;
  std::filesystem::remove(folder / "gnuplot-messages.txt", ignored);
  return true;
}

int run(const Arguments& arguments) {
  const std::vector<const FigureEntry*> entries = chosen(arguments.name);
  const std::filesystem::path folder = arguments.out;
  make_folder(folder);
  const bool gnuplot = program_installed("gnuplot");
  if (!gnuplot) {
    fmt::print(stderr, "plumbline: gnuplot is not installed: data and scripts, but no pictures\n");
  }
  const InterruptGuard guard;
  const Poll poll = [] {
    if (InterruptGuard::interrupted()) throw Interrupted{};
  };
  int exit_code = 0;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  Progress progress(std::cerr, terminal ? Progress::Kind::terminal : Progress::Kind::log,
                    entries.size());
  for (size_t done = 0; done < entries.size(); ++done) {
    const FigureEntry& entry = *entries[done];
    const auto start = std::chrono::steady_clock::now();
    const auto say = [&](const std::string& what) {
      progress.show(done, entry.name + ": " + what);
    };
    FigureWork work(arguments.points, say, poll);
    Figure figure;
    try {
      figure = entry.make(work);
    } catch (const Interrupted&) {
      progress.clear();
      fmt::print(stderr, "plumbline: interrupted: {} of {} figures made\n", done, entries.size());
      return kNotReached;
    }
    write_figure(folder, entry.name, figure);
    const bool drawn = gnuplot && draw(folder, entry.name);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.clear();
    const std::string stem = (folder / entry.name).string();
    fmt::print("{:<8} {}.csv{}   {:.3g} s\n", entry.name, stem, drawn ? " and .png" : "", seconds);
    std::fflush(stdout);
    if (gnuplot && !drawn) {
      fmt::print(stderr, "plumbline: gnuplot failed on {}.gp; see gnuplot-messages.txt there\n",
                 stem);
      exit_code = kNotReached;
    }
    if (work.unreached() > 0) {
      fmt::print("{:<8} {} points NOT REACHED: correct, but with fewer digits than asked\n", "",
                 work.unreached());
      exit_code = kNotReached;
    }
  }
  return exit_code;
}

}  // namespace

void add_figure_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("figure", "makes a figure of the papers again, from certified values");
  command->add_option("name", arguments->name, "a name from `plumbline list figures`, or all")
      ->required();
  command->add_option("--out", arguments->out, "folder of the data and pictures")
      ->capture_default_str();
  command->add_option("--points", arguments->points, "on each curve (each figure has its own)")
      ->check(in_range(2, 10000));
  command->footer("Example: plumbline figure bcp-3 --out figures");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
