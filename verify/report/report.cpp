#include "verify/report/report.hpp"

#include <fstream>

#include "verify/report/markdown.hpp"

namespace plumbline {

std::filesystem::path write_report(const std::filesystem::path& out, bool plots) {
  const RunResults results = load_results(out);
  const PlotResult drawn =
      plots ? draw_plots(out, results) : PlotResult{{}, "plots were not asked for"};
  const std::filesystem::path path = out / "report.md";
  std::ofstream file(path, std::ios::trunc);
  file << overview_section(results) << statements_section(results)
       << approximations_section(results) << plots_section(drawn) << details_section(results)
       << reading_section();
  return path;
}

}  // namespace plumbline
