#include "verify/hunt/records/hunt_record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/claims/results/shown.hpp"
#include "verify/hunt/records/map.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTics = 4;  ///< number of intervals between the tics of an axis of the map

std::string map_number(double x) {
  constexpr double kNothing = 1e-300;  // smaller numbers are displayed as 0
  return std::fabs(x) < kNothing ? "0" : shortest_decimal(with_digits(x, 2));
}

/// Returns a setting, its answer, and the certified value for comparison.
Json fact_record(const Examined& e) {
  return {{"setting", with_short_numbers(setting_expression(e.setting))},
          {"relation", recorded_word(e.setting.relation)},
          {"answered", !e.value.empty()},
          {"answer", answer_text(e)},
          {"truth", e.truth_lower.empty() ? "" : cause_truth(e)},
          {"size", cause_size(e)},
          {"note", with_short_numbers(e.note)}};
}

Json cause_record(const Cause& cause, const HuntedTool& tool) {
  const Examined& simplest = cause.shrunk;
  const bool same = cause.worst.setting == simplest.setting;
  return {{"title", cause_title(cause)},
          {"simplest", fact_record(simplest)},
          {"worst", same ? Json(nullptr) : fact_record(cause.worst)},
          {"confirmed_by", simplest.confirmed_by},
          {"met", fmt::format("{} settings, first at question {}; {}; {}", cause.finds,
                              cause.questions, cause_region(cause), shrink_text(cause))},
          {"truth_by", truth_command(simplest)},
          {"reproduction", simplest.reproduction},
          {"ask", ask_command(simplest, tool)}};
}

Json cell_record(const MapCell& cell) {
  return {{"asked", cell.asked()},
          {"sound", cell.sound},
          {"wrong", cell.wrong},
          {"open", cell.open},
          {"unsupported", cell.unsupported},
          {"worst", cell.worst},
          {"worst_finding", cell.worst_finding},
          {"loose",
           // This is true if even the tightest bound is more than twice the true value.
           cell.sound > 0 && cell.tightest < -1}};
}

Json axis_record(const MapAxis& axis, int stretches) {
  Json tics = Json::array(), ends = Json::array();
  for (int i = 0; i <= kTics; ++i) {
    tics.push_back(map_number(axis.number(static_cast<double>(i) / kTics)));
  }
  for (int i = 0; i <= stretches; ++i) {
    ends.push_back(map_number(axis.number(static_cast<double>(i) / stretches)));
  }
  return {{"name", axis.name}, {"tics", tics}, {"ends", ends}};
}

Json panel_record(const MapPanel& panel) {
  Json cells = Json::array();
  for (int row = 0; row < MapPanel::kRows; ++row) {
    for (int column = 0; column < MapPanel::kColumns; ++column) {
      if (panel.at(column, row).asked() == 0) continue;
      Json cell = cell_record(panel.at(column, row));
      cell["column"] = column;
      cell["row"] = row;
      cells.push_back(cell);
    }
  }
  return {{"sort", panel.sort},
          {"x", axis_record(panel.x, MapPanel::kColumns)},
          {"y", axis_record(panel.y, MapPanel::kRows)},
          {"cells", cells}};
}

}  // namespace

Json hunt_record(const HuntResult& result, const HuntedTool& tool) {
  std::string command;
  for (const std::string& word : tool.command) command += (command.empty() ? "" : " ") + word;
  Json causes = Json::array(), counts = Json::array(), maps = Json::array();
  for (const Cause& cause : result.causes) causes.push_back(cause_record(cause, tool));
  for (const auto& [sort, cell] : counts_of(result.answers)) {
    counts.push_back(cell_record(cell));
    counts.back()["sort"] = sort;
  }
  for (const MapPanel& panel : map_of(result.answers)) maps.push_back(panel_record(panel));
  return {{"tool", tool.name},
          {"command", command},
          {"headline", hunt_headline(result)},
          {"questions", result.questions},
          {"seconds", result.seconds},
          {"states", result.states},
          {"errors", result.errors},
          {"causes", causes},
          {"counts", counts},
          {"maps", maps}};
}

}  // namespace plumbline
