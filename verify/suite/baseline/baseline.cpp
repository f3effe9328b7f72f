#include "verify/suite/baseline/baseline.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/base/text/text_file.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json member(const Json& record, const std::string& key) {
  const auto it = record.find(key);
  return it == record.end() ? Json() : *it;
}

std::string text(const Json& record, const std::string& key) {
  const Json value = member(record, key);
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

/// Returns the stored row of a judged approximation.
Json judged_row(const Json& judged) {
  Json row = {{"approximation", text(judged, "approximation")},
              {"verdict", text(judged, "verdict")}};
  const Json error = member(judged, "absolute_error"), band = member(judged, "band");
  if (error.is_object()) row["error"] = text(error, "upper");
  if (band.is_object()) row["band_holds"] = member(band, "contains_truth");
  return row;
}

Json row_of(const Json& result) {
  Json row = Json::object();
  for (const char* key : {"file", "case", "quantity", "mechanism", "other", "direction", "at",
                          "lower", "upper", "reached", "seconds"}) {
    const Json value = member(result, key);
    if (!value.is_null()) row[key] = value;
  }
  row["judged"] = Json::array();
  const Json list = member(result, "judged");
  if (list.is_array()) {
    for (const Json& judged : list) row["judged"].push_back(judged_row(judged));
  }
  return row;
}

}  // namespace

Baseline read_baseline(const std::filesystem::path& path) {
  Baseline out;
  out.file = path.generic_string();
  std::ifstream in(path);
  if (!in) {
    throw std::invalid_argument(out.file + ": cannot be read: " + std::strerror(errno) +
                                "; write one with --write-baseline " + out.file);
  }
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    Json content = Json::parse(line, nullptr, false);
    if (!content.is_object() || text(content, "file").empty() || text(content, "case").empty()) {
      throw std::invalid_argument(out.file + ":" + std::to_string(number) +
                                  ": is no line of a baseline; write the file again with "
                                  "--write-baseline");
    }
    out.rows.push_back({number, std::move(content)});
  }
  if (out.rows.empty()) {
    throw std::invalid_argument(out.file + ": is empty; write it again with --write-baseline");
  }
  return out;
}

void write_baseline(const std::filesystem::path& path, const std::vector<FinishedCase>& cases) {
  std::string rows;
  for (const FinishedCase& c : cases) {
    for (const Json& result : c.results) {
      rows += row_of(result).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }
  }
  write_text_file(path, rows);
}

Json comparison_json(const Baseline& baseline, const BaselineComparison& result,
                     const BaselineRules& rules) {
  Json out = {{"file", baseline.file},       {"compared", result.compared},
              {"fresh", result.fresh},       {"absent", result.absent},
              {"slower", nullptr},           {"slower_floor", nullptr},
              {"regressions", Json::array()}};
  if (rules.slower) {
    out["slower"] = *rules.slower;
    out["slower_floor"] = rules.slower_floor;
  }
  for (const Problem& r : result.regressions) {
    out["regressions"].push_back({{"file", r.file},
                                  {"line", r.line},
                                  {"case", r.case_id},
                                  {"key", r.key},
                                  {"message", r.message}});
  }
  return out;
}

}  // namespace plumbline
