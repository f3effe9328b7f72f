#include "verify/report/html_report.hpp"

#include <fmt/format.h>

#include "verify/base/html_page.hpp"

namespace plumbline {
namespace {

std::string plots_html(const PlotResult& result) {
  std::string out = "<h2 id=\"plots\">Plots</h2>\n";
  if (!result.missing.empty()) out += html_tag("p", "No plots: " + result.missing + ".");
  out += "<div class=\"figures\">\n";
  for (const Plot& plot : result.plots) out += html_figure(plot.question, plot.svg, plot.caption);
  return out + "</div>\n";
}

std::string contents() {
  std::string out = "<nav aria-label=\"Contents\"><ul>\n";
  for (const auto& [id, name] :
       {std::pair{"findings", "What is wrong"}, std::pair{"changes", "What changed"},
        std::pair{"approximations", "Approximations"}, std::pair{"plots", "Plots"},
        std::pair{"statements", "What the sources print"}, std::pair{"values", "Every value"},
        std::pair{"reading", "How to read this"}}) {
    out += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, name);
  }
  return out + "</ul></nav>\n";
}

}  // namespace

std::string html_report(const RunResults& results, const PlotResult& plots) {
  return html_page("Fast approximations held against certified values",
                   contents() + html_overview(results) + html_approximations(results) +
                       plots_html(plots) + html_statements(results) + html_values(results) +
                       html_reading(),
                   report_style());
}

}  // namespace plumbline
