#include <fmt/format.h>

#include <cmath>
#include <map>

#include "verify/base/chart.hpp"
#include "verify/base/html_page.hpp"
#include "verify/site/pages.hpp"

namespace plumbline {
namespace {

/// What a night adds up to.
struct NightSums {
  long answers = 0, violated = 0;
  double value_seconds = 0, claim_seconds = 0;
};

std::map<long, NightSums> sums_of(const SiteData& data) {
  std::map<long, NightSums> out;
  for (const KeptPart& kept : data.parts) {
    NightSums& sums = out[kept.night];
    sums.answers += kept.part.answers;
    if (kept.part.source == "value") sums.value_seconds += kept.part.seconds;
    if (kept.part.source == "claim") sums.claim_seconds += kept.part.seconds;
  }
  for (const KeptTally& tally : data.tallies) {
    if (tally.verdict.rfind("violated", 0) == 0) out[tally.night].violated += tally.count;
  }
  return out;
}

std::string figures_html(const SiteData& data, const std::map<long, NightSums>& sums) {
  LineChart seconds{"Seconds of certified values in each night",
                    {},
                    " s",
                    {{"cases", {}}, {"claims", {}}},
                    false};
  LineChart violated{"Violated claims in each night", {}, "", {{"violated", {}}}, false};
  const auto positive = [](double x) { return x > 0 ? x : std::nan(""); };
  for (const KeptNight& night : data.nights) {
    const auto found = sums.find(night.id);
    const NightSums one = found == sums.end() ? NightSums{} : found->second;
    seconds.places.push_back(night.time.substr(0, 10));
    seconds.lines[0].values.push_back(positive(one.value_seconds));
    seconds.lines[1].values.push_back(positive(one.claim_seconds));
    violated.lines[0].values.push_back(static_cast<double>(one.violated));
  }
  violated.places = seconds.places;
  return "<div class=\"figures\">\n" +
         html_figure("How long do the certified values take?", line_chart(seconds),
                     "Sums of the recorded seconds of certified values.") +
         html_figure("How many claims are violated?", line_chart(violated), "All grades.") +
         "</div>\n";
}

}  // namespace

void write_nights_page(const SiteData& data, SiteFolder* site) {
  if (data.nights.empty()) {
    site->page("nights.html", "Nights",
               html_tag("p", "No history was given; `plumbline site --history FOLDER` shows one."));
    return;
  }
  const std::map<long, NightSums> sums = sums_of(data);
  HtmlTable table{{"night", "time", "commit", "answers", "violated", "seconds", "machine"}, {}};
  for (auto night = data.nights.rbegin(); night != data.nights.rend(); ++night) {
    const auto found = sums.find(night->id);
    const NightSums one = found == sums.end() ? NightSums{} : found->second;
    table.rows.push_back({text_entry(std::to_string(night->id)), text_entry(night->time, "short"),
                          code_entry(night->commit.substr(0, 12)),
                          text_entry(std::to_string(one.answers)),
                          text_entry(std::to_string(one.violated)),
                          text_entry(fmt::format("{:.1f}", one.value_seconds + one.claim_seconds)),
                          text_entry(night->machine)});
  }
  site->page("nights.html", "Nights",
             figures_html(data, sums) + "<h2>All nights</h2>\n" + html_table(table));
}

}  // namespace plumbline
