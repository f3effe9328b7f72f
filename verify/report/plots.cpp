#include "verify/report/plots.hpp"

#include <fstream>

#include "verify/report/drawing.hpp"
#include "verify/report/gnuplot.hpp"

namespace plumbline {
namespace {

bool draw(const std::filesystem::path& directory, const Drawing& drawing) {
  std::ofstream(directory / (drawing.name + ".dat")) << drawing.data;
  std::ofstream(directory / (drawing.name + ".gp")) << drawing.script;
  return run_gnuplot(directory, drawing.name + ".gp");
}

}  // namespace

PlotResult draw_plots(const std::filesystem::path& out, const RunResults& results) {
  std::vector<Drawing> drawings = curve_drawings(results);
  for (Drawing& drawing : group_drawings(results)) drawings.push_back(std::move(drawing));
  if (drawings.empty()) return {{}, "no case has enough judged values for one"};
  if (!program_installed("gnuplot")) return {{}, "gnuplot is not installed"};
  const std::filesystem::path directory = out / "plots";
  std::error_code error;
  std::filesystem::remove_all(directory, error);  // no stale pictures of an earlier run
  std::filesystem::create_directories(directory, error);
  PlotResult result;
  for (const Drawing& drawing : drawings) {
    if (draw(directory, drawing)) {
      result.plots.push_back({drawing.name + ".png", drawing.question});
    } else {
      result.missing = "gnuplot failed; see plots/gnuplot-messages.txt";
    }
  }
  return result;
}

}  // namespace plumbline
