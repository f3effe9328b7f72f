/// Reads results.jsonl.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

using Json = nlohmann::ordered_json;

struct RunResults {
  Json run;                    ///< run.json; an empty object if it is missing
  std::vector<Json> values{};  ///< the values of results.jsonl in order, see is_value()
  std::vector<Json> others{};  ///< the other results
  std::vector<Json> cases{};   ///< cases.jsonl, in order
};

/// Returns true if a result is a certified value. Such a result has a quantity, it has both ends or judged
/// approximations (whole curves have no ends), and all its arguments are texts. Other results are displayed unchanged.
bool is_value(const Json& result);

/// Reads the results of a run. Lines that are not JSON (from an interrupted write) are omitted.
RunResults load_results(const std::filesystem::path& out);

/// Returns a member as text; empty if it is absent or null.
std::string text_of(const Json& record, const std::string& key);

}  // namespace plumbline
