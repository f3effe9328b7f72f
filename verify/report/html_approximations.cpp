#include <fmt/format.h>

#include <cmath>

#include "verify/base/html_page.hpp"
#include "verify/report/html_report.hpp"
#include "verify/report/notation.hpp"
#include "verify/report/summary.hpp"

namespace plumbline {
namespace {

HtmlTable::Entry number_entry(double x) {
  return text_entry(std::isnan(x) ? "" : short_number(x), "number short");
}

HtmlTable::Entry count_entry(size_t n, const std::string& kind = "number short") {
  return text_entry(n == 0 ? "" : std::to_string(n), kind);
}

std::vector<HtmlTable::Entry> row(const ApproximationSummary& s) {
  const double none = std::nan("");
  const bool some = s.measured > 0;
  return {text_entry(s.approximation + ", " + s.quantity),
          text_entry(std::to_string(s.measured), "number short"),
          number_entry(some ? s.max_error : none),
          number_entry(some ? s.mean_error : none),
          number_entry(some ? s.median_error : none),
          number_entry(s.any_relative_error ? s.max_relative_error : none),
          text_entry(std::isnan(s.median_method_share)
                         ? ""
                         : fmt::format("{:.4g} %", 100 * s.median_method_share),
                     "number short"),
          count_entry(s.unsettled, "number short bad"),
          count_entry(s.exceeded, "number short bad"),
          text_entry(s.bands == 0 ? "" : fmt::format("{} of {}", s.bands_missed, s.bands),
                     "number short"),
          count_entry(s.refused),
          count_entry(s.no_number)};
}

std::string worst_html(const ApproximationSummary& s) {
  const std::string words =
      fmt::format("{}, {}: {} ({}, {})", s.approximation, s.quantity, worst_words(s),
                  text_of(*s.worst, "file"), text_of(*s.worst, "case"));
  return html_tag("p", words) + "<pre>" + html_escaped(replay_command(*s.worst)) + "</pre>\n";
}

}  // namespace

std::string html_approximations(const RunResults& results) {
  std::string out = "<h2 id=\"approximations\">Judged approximations</h2>\n";
  const auto summaries = summarise(results);
  if (summaries.empty()) return out + html_tag("p", "No case judges an approximation.");
  HtmlTable table{{"approximation, quantity", "values", "max abs. error", "mean", "median",
                   "max rel. error", "share of the method", "not settled", "beyond tolerance",
                   "bands missed", "refused", "no number"},
                  {}};
  std::string worst;
  for (const ApproximationSummary& s : summaries) {
    table.rows.push_back(row(s));
    if (s.worst != nullptr) worst += worst_html(s);
  }
  return out + html_table(table) +
         "<h3>Where each is worst, and the command that computes the truth again</h3>\n" +
         html_details(fmt::format("{} rows", summaries.size()), worst);
}

}  // namespace plumbline
