#include "verify/claims/reading/csv_claim.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "reference/questions/registry.hpp"
#include "verify/base/text/record_columns.hpp"
#include "verify/claims/reading/json_claim.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Adds the names of the arguments of a quantity, including the names that accountants use.
void add_arguments(const Quantity& quantity, std::set<std::string>* out) {
  for (const ArgumentEntry& argument : quantity.arguments) out->insert(argument.name);
  if (!quantity.claims) return;
  for (const AccountantEntry& theirs : quantity.claims->names) {
    for (const auto& [name, ours] : theirs.arguments) out->insert(name);
  }
}

/// Returns the names of the arguments of all quantities. Each of these arguments has its own column.
const std::set<std::string>& argument_names() {
  static const std::set<std::string> names = [] {
    std::set<std::string> out;
    for (const Quantity& quantity : all_quantities()) add_arguments(quantity, &out);
    return out;
  }();
  return names;
}

bool is_called(const Quantity& quantity, const std::string& name) {
  if (quantity.name == name) return true;
  if (!quantity.claims) return false;
  const auto& theirs = quantity.claims->names;
  return std::any_of(theirs.begin(), theirs.end(), [&](const auto& t) { return t.name == name; });
}

/// Returns the arguments of the quantities with that name.
std::set<std::string> arguments_of_quantity(const std::string& name) {
  std::set<std::string> out;
  for (const Quantity& quantity : all_quantities()) {
    if (is_called(quantity, name)) add_arguments(quantity, &out);
  }
  return out;
}

/// Returns true if the table is the output of `claims --format csv`: claims with their verdicts.
bool has_verdicts(const std::vector<std::string>& header) {
  const auto has = [&](const char* name) {
    return std::find(header.begin(), header.end(), name) != header.end();
  };
  return has("verdict") && has("standing") && has("kind") && has("value");
}

/// Returns the field of the claim that the column `name` of a table with verdicts contains; empty if the column belongs
/// to the verdict. `arguments` are those of the quantity in the row. If the verdict and the arguments have a name in
/// common (`steps`), the column of the argument has the suffix `_asked`.
std::string claimed_column(const std::string& name, const std::set<std::string>& arguments,
                           const std::vector<std::string>& header) {
  static const std::set<std::string> kept = {
      "tool",     "version", "method", "mechanism", "other",     "adjacency",   "direction",
      "quantity", "kind",    "value",  "exact",     "tolerance", "installation"};
  if (name == "tool_seconds") return "seconds";
  if (name == "rests_on_id") return "rests_on";
  if (kept.count(name) > 0) return name;
  const std::string asked = "_asked";
  if (name.size() > asked.size() && name.ends_with(asked)) {
    const std::string before = name.substr(0, name.size() - asked.size());
    return arguments.count(before) > 0 ? before : "";
  }
  const bool taken = std::find(header.begin(), header.end(), name + asked) != header.end();
  return !taken && arguments.count(name) > 0 ? name : "";
}

/// Returns the option of the accountant that a column names (`options_grid_step`); empty for other columns.
std::string option_named(const std::string& column) {
  const std::string before = "options_";
  return column.starts_with(before) ? column.substr(before.size()) : "";
}

/// Converts numbers and truth values to JSON values, as accountants state them; other texts stay texts.
Json option_value(const std::string& text) {
  const Json read = Json::parse(text, nullptr, false);
  return read.is_number() || read.is_boolean() ? read : Json(text);
}

/// Returns the field of a row under a name; empty if there is none.
std::string field_under(const std::string& name, const std::vector<std::string>& header,
                        const std::vector<std::string>& fields) {
  const auto found = std::find(header.begin(), header.end(), name);
  return found == header.end() ? "" : fields[static_cast<size_t>(found - header.begin())];
}

}  // namespace

void check_claim_header(const std::vector<std::string>& header) {
  if (has_verdicts(header)) return;
  if (is_answer_output(header)) throw std::invalid_argument(answer_is_no_claim());
  std::vector<std::string> known = claim_fields();
  known.insert(known.end(), argument_names().begin(), argument_names().end());
  require_columns(header, known);
}

Claim claim_of_csv(const std::vector<std::string>& header, const std::string& line) {
  const std::vector<std::string> fields = csv_row(header, line);
  Json object = Json::object();
  const bool judged = has_verdicts(header);
  const std::set<std::string> arguments =
      judged ? arguments_of_quantity(field_under("quantity", header, fields))
             : std::set<std::string>{};
  for (size_t i = 0; i < header.size(); ++i) {
    const std::string& text = fields[i];
    const std::string option = judged ? option_named(header[i]) : "";
    if (!option.empty() && !text.empty()) {
      object["options"][option] = option_value(text);
      continue;
    }
    const std::string name = judged ? claimed_column(header[i], arguments, header) : header[i];
    if (text.empty() || name.empty()) continue;
    if (argument_names().count(name) > 0) {
      object["at"][name] = text;
    } else {
      put_csv_field(name, text, claim_words(), &object);
    }
  }
  try {
    return claim_of(object);
  } catch (const Json::exception& e) {  // for example a text that is not UTF-8
    throw std::invalid_argument(e.what());
  }
}

}  // namespace plumbline
