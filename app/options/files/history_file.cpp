#include "app/options/files/history_file.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/event_repr.hpp"
#include "verify/claims/reading/json_claim.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Returns the names that each of the three numbers of a step may have.
const std::array<std::vector<std::string>, 3>& member_names() {
  static const std::array<std::vector<std::string>, 3> names = {
      std::vector<std::string>{"noise_multiplier", "sigma"},
      {"sample_rate", "sampling_rate", "p", "q"},
      {"num_steps", "steps"}};
  return names;
}

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw std::invalid_argument(
      file + ": " + what +
      "; read are a history [[noise_multiplier, sample_rate, steps], ...], the state of an Opacus "
      "accountant {\"history\": ...}, an event of dp-accounting, CSV with the columns sigma, p, "
      "steps, and expressions (docs/dp-sgd.md)");
}

const Json* named_member(const Json& step, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto at = step.find(name); at != step.end()) return &*at;
  }
  return nullptr;
}

/// Returns the three values of a step; a missing value is a null pointer.
std::array<const Json*, 3> values_of(const Json& step) {
  std::array<const Json*, 3> out{nullptr, nullptr, nullptr};
  for (size_t i = 0; i < out.size(); ++i) {
    if (step.is_array() && step.size() == out.size()) out[i] = &step[i];
    if (step.is_object()) out[i] = named_member(step, member_names()[i]);
  }
  return out;
}

bool is_step(const Json& step) {
  const auto values = values_of(step);
  return values[0] != nullptr && values[1] != nullptr && values[2] != nullptr;
}

bool is_history(const Json& list) {
  return list.is_array() && !list.empty() && is_step(list.front()) &&
         !(list.front().is_array() && list.front().front().is_string());
}

/// Returns true for the history of a run without steps.
bool is_empty_history(const std::string& key, const Json& list) {
  return list.is_array() && list.empty() && key.ends_with("history");
}

/// Returns the history in a document: the document itself, or the only member that is a history. Null if there is none.
/// Throws std::invalid_argument if there are several.
const Json* history_in(const Json& document, const std::string& file) {
  if (is_history(document) || (document.is_array() && document.empty())) return &document;
  const Json* found = nullptr;
  if (!document.is_object()) return found;
  for (const auto& [key, value] : document.items()) {
    const Json* const here = value.is_object() ? history_in(value, file)
                             : is_history(value) || is_empty_history(key, value) ? &value
                                                                                 : nullptr;
    if (here == nullptr) continue;
    if (found != nullptr) fail(file, "it has several histories, one of them under " + key);
    found = here;
  }
  return found;
}

std::string mechanism_of(const Json& step, const std::string& file, size_t number) {
  const auto values = values_of(step);
  const auto wrong = [&](const std::string& why) {
    fail(file, "step " + std::to_string(number) + " of the history: " + why);
  };
  if (!is_step(step)) wrong("it has a noise multiplier, a sampling rate and a number of steps");
  std::array<ExactNumber, 3> numbers;
  for (size_t i = 0; i < numbers.size(); ++i) {
    try {
      numbers[i] = read_exact_number(*values[i]);
    } catch (const std::invalid_argument& e) {
      wrong(member_names()[i].front() + ": " + e.what());
    }
  }
  const auto& [sigma, p, steps] = numbers;
  if (!steps.value.is_integer() || steps.value.sign() < 0) {
    wrong("the number of steps must be a positive integer, or 0, got " + steps.text);
  }
  const std::string made = p.value == Rational(1)
                               ? "gaussian(sigma=" + sigma.text + ")"
                               : "subsampled_gaussian(sigma=" + sigma.text + ",p=" + p.text + ")";
  return made + "^" + steps.value.text();
}

/// Parses JSON, or a list or dictionary as Python prints it.
Json document_in(const std::string& text, const std::string& file) {
  if (Json::accept(text)) return parse_claim_json(text);
  try {
    return value_of_repr(text);
  } catch (const std::invalid_argument& e) {
    fail(file,
         std::string("it looks like JSON or a list of Python and is neither (") + e.what() + ")");
  }
}

}  // namespace

bool is_json_text(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && (text[first] == '[' || text[first] == '{');
}

std::string expression_of_history(const std::string& text, const std::string& file) {
  const Json document = document_in(text, file);
  const Json* const history = history_in(document, file);
  if (history == nullptr) fail(file, "it is JSON without the history of a training");
  if (history->empty()) return "perfectly_private()";
  std::string out;
  for (size_t i = 0; i < history->size(); ++i) {
    out += (out.empty() ? "" : " * ") + mechanism_of((*history)[i], file, i + 1);
  }
  return out;
}

}  // namespace plumbline
