/// Reading results.jsonl back.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plumbline {

using Json = nlohmann::ordered_json;

struct RunResults {
  Json run;                    ///< run.json; an empty object when it is missing
  std::vector<Json> values{};  ///< results.jsonl, in order: the values, see is_value()
  std::vector<Json> others{};  ///< the results that are something else
  std::vector<Json> cases{};   ///< cases.jsonl, in order
};

/// Returns true if a result is a certified value: a quantity with both ends, or of which approximations are
/// judged (as whole curves are, which have no ends), queried at a place or at none.
/// What else there may be is shown as it is.
bool is_value(const Json& result);

/// Lines that are not JSON (an interrupted write) are left out.
RunResults load_results(const std::filesystem::path& out);

/// A member as text; empty when it is absent or null.
std::string text_of(const Json& record, const std::string& key);

}  // namespace plumbline
