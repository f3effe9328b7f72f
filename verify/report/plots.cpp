#include "verify/report/plots.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "verify/base/svg_theme.hpp"
#include "verify/base/text_file.hpp"
#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// What all plots share. Text is large enough for a telephone, which shows them scaled to two
/// thirds.
std::string preamble(const Drawing& d) {
  return fmt::format(
      "set terminal svg noenhanced size {},{} dynamic font 'sans-serif,15'\n"
      "set output '{}.svg'\nset encoding utf8\n"
      "set border 3 lc rgb '{}'\nset tics nomirror textcolor rgb '{}'\n"
      "set grid lc rgb '{}' lw 1 dt 1\nset format '%g'\nset rmargin 4\nset key below textcolor rgb "
      "'{}'\n"
      "set xlabel offset 0,0.4 textcolor rgb '{}'\nset ylabel textcolor rgb '{}'\n",
      d.width, d.height, d.name, svg_ink(), svg_ink(), svg_grid(), svg_ink(), svg_ink(), svg_ink());
}

std::string read_all(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The themed picture; empty when gnuplot failed.
std::string draw(const fs::path& directory, const Drawing& drawing) {
  write_text_file(directory / (drawing.name + ".dat"), drawing.data);
  write_text_file(directory / (drawing.name + ".gp"),
                  preamble(drawing) + drawing.script + "unset output\n");
  if (!run_gnuplot(directory, drawing.name + ".gp")) return "";
  const fs::path picture = directory / (drawing.name + ".svg");
  const std::string themed = themed_svg(read_all(picture), drawing.name, drawing.question);
  write_text_file(picture, standalone_svg(themed));
  return themed;
}

std::vector<Drawing> all_drawings(const RunResults& results) {
  std::vector<Drawing> out;
  for (const auto make :
       {sweep_drawings, overlay_drawings, curve_drawings, group_drawings, cost_drawings}) {
    for (Drawing& drawing : make(results)) out.push_back(std::move(drawing));
  }
  std::set<std::string> names;  // each its own files
  for (Drawing& drawing : out) {
    while (!names.insert(drawing.name).second) drawing.name += "-more";
  }
  return out;
}

}  // namespace

PlotResult draw_plots(const fs::path& out, const RunResults& results) {
  const std::vector<Drawing> drawings = all_drawings(results);
  if (drawings.empty()) return {{}, "no case has enough judged values for one"};
  if (!program_installed("gnuplot")) return {{}, "gnuplot is not installed"};
  const fs::path directory = out / "plots";
  std::error_code error;
  fs::remove_all(directory, error);  // no stale pictures of an earlier run
  fs::create_directories(directory, error);
  PlotResult result;
  for (const Drawing& drawing : drawings) {
    const std::string svg = draw(directory, drawing);
    if (svg.empty()) {
      result.missing = "gnuplot failed; see plots/gnuplot-messages.txt";
    } else {
      result.plots.push_back({drawing.name + ".svg", drawing.question, drawing.caption, svg});
    }
  }
  return result;
}

}  // namespace plumbline
