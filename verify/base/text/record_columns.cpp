#include "verify/base/text/record_columns.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/mechanisms/nearest_name.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), to_lower);
  return text;
}

std::string trimmed(const std::string& text) {
  const size_t from = text.find_first_not_of(" \t\""), to = text.find_last_not_of(" \t\"");
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns true for a parameter that belongs to a mechanism expression.
bool is_of_mechanism(const std::string& name) {
  static const std::vector<std::string> theirs = {
      "step", "steps", "n", "N", "num_steps", "compositions", "sampling_rate", "noise_multiplier",
      "scale"};
  const auto takes = [&](const MechanismEntry& entry) {
    return has(entry.required, name) || has(entry.optional, name);
  };
  const auto& entries = mechanism_registry();
  return has(theirs, name) || std::any_of(entries.begin(), entries.end(), takes);
}

/// Returns a text that suggests a known name in place of a column's name.
std::string column_remedy(const std::string& column, const std::vector<std::string>& known) {
  const std::string plain = lower_case(trimmed(column));
  if (plain.empty())
    return "column without a name; leave it out, or give it one that begins with x-";
  const std::string begin = "column '" + column + "': ";
  if (has(known, plain)) return begin + "write " + plain;
  if (is_of_mechanism(plain)) {
    return begin +
           "a mechanism's numbers stand in its expression; write gaussian(sigma=2)^50, say, in "
           "the column mechanism";
  }
  const std::string meant = nearest_name(plain, known);
  return begin + "unknown; " +
         (meant.empty() ? "columns of your own begin with x-" : "write " + meant);
}

}  // namespace

bool names_mechanism(const std::string& text) {
  if (lower_case(text).find("mechanism") != std::string::npos) return true;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find_first_of(",;\t", start), text.size());
    const std::string name = lower_case(trimmed(text.substr(start, end - start)));
    if (!nearest_name(name, {"mechanism"}).empty()) return true;
    start = end + 1;
  }
  return false;
}

bool is_answer_output(const std::vector<std::string>& fields) {
  return has(fields, "lower") && has(fields, "upper") && has(fields, "engine") &&
         !has(fields, "verdict");
}

void require_columns(const std::vector<std::string>& header,
                     const std::vector<std::string>& known) {
  std::string out;
  for (const std::string& column : header) {
    if (has(known, column) || column.starts_with("x-")) continue;
    out += (out.empty() ? "" : "; ") + column_remedy(column, known);
  }
  if (!out.empty()) throw std::invalid_argument(out);
}

}  // namespace plumbline
