#include "verify/records/query_record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/input_errors.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/canonical.hpp"
#include "reference/questions/registry.hpp"
#include "verify/base/exact_number.hpp"
#include "verify/base/text/record_columns.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr int kMostDigits = 10000;

[[noreturn]] void refuse(const std::string& field, const std::string& what) {
  throw BadField(field, what);
}

std::string text_in(const std::string& field, const Json& value) {
  if (!value.is_string()) refuse(field, "must be a string, got " + value.dump());
  return value.get<std::string>();
}

/// Returns a number as exact text, which is parsed when the question is answered.
std::string number_in(const std::string& field, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  try {
    return read_exact_number(value).text;
  } catch (const std::invalid_argument& e) {
    refuse(field, e.what());
  }
}

int digits_in(const Json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  const bool plain =
      !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == std::string::npos;
  const int digits = plain ? std::stoi(text) : 0;
  if (digits < 1 || digits > kMostDigits) {
    refuse("digits", "must be an integer in [1, " + std::to_string(kMostDigits) + "], got " + text);
  }
  return digits;
}

bool takes_number(const Quantity& entry, const std::string& name) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return entry.find_argument(name) != nullptr ||
         std::any_of(entry.choices.begin(), entry.choices.end(), has);
}

void put(NamedTexts* texts, const std::string& name, const std::string& text) {
  const bool taken = std::any_of(texts->begin(), texts->end(),
                                 [&](const auto& known) { return known.first == name; });
  if (taken) refuse(name, "given twice; write it once");
  texts->emplace_back(name, text);
}

void put_all(const std::string& field, const Json& object, Query* out) {
  if (!object.is_object()) refuse(field, "must be an object such as {\"delta\":\"1e-5\"}");
  for (const auto& [name, value] : object.items()) {
    if (field == "options") {
      put(&out->options, name, text_in("options." + name, value));
    } else {  // check_question() rejects a name that is not an argument of the quantity
      put(&out->at, name, number_in("at." + name, value));
    }
  }
}

Direction direction_in(const std::string& field, const Json& value) {
  try {
    return direction_of(text_in(field, value));
  } catch (const std::invalid_argument& e) {
    const std::string what = e.what();
    refuse(field, what.starts_with(field + ": ") ? what.substr(field.size() + 2) : what);
  }
}

const Quantity& quantity_in(const Json& record, const Query& usual) {
  std::string name = usual.quantity;
  if (record.contains("quantity")) name = text_in("quantity", record["quantity"]);
  if (name.empty())
    refuse("quantity", "missing; write epsilon, delta, tpr, tradeoff, calibrate, ...");
  std::replace(name.begin(), name.end(), '-', '_');
  try {
    return required_quantity(name);
  } catch (const UnknownName& e) {
    throw UnknownName(std::string("quantity: ") + e.what(), e.field, e.accepted);
  }
}

/// Stores a field other than the quantity in `out`.
void take(const std::string& field, const Json& value, const Quantity& entry, Query* out) {
  const bool own = field == "id" || field.starts_with("x-");
  if (value.is_null() || own || field == "quantity") return;
  if (field == "mechanism") {
    out->mechanism = text_in(field, value);
  } else if (field == "other") {
    out->other = text_in(field, value);
  } else if (field == "direction") {
    out->direction = direction_in(field, value);
  } else if (field == "digits") {
    out->digits = digits_in(value);
  } else if (field == "engine") {
    out->engine = text_in(field, value);
  } else if (field == "at" && (value.is_number() || value.is_string())) {
    if (entry.argument().empty())
      refuse("at", entry.name + " takes no number, got " + value.dump());
    put(&out->at, entry.argument(), number_in("at", value));
  } else if (field == "at" || field == "options") {
    put_all(field, value, out);
  } else if (takes_number(entry, field)) {
    put(&out->at, field, number_in(field, value));
  } else if (entry.takes_option(field)) {
    put(&out->options, field, text_in(field, value));
  } else {
    refuse(field, entry.name + " takes no such field; fields of your own begin with x-");
  }
}

/// Returns true for the fields of an answer that form its question; digits and engine describe the result.
bool is_of_question(const std::string& field, const Quantity& entry) {
  static const std::vector<std::string> always = {"quantity",  "mechanism", "other",
                                                  "direction", "at",        "id"};
  return std::find(always.begin(), always.end(), field) != always.end() ||
         field.starts_with("x-") || takes_number(entry, field) || entry.takes_option(field);
}

/// Returns the fields of all questions.
const std::vector<std::string>& question_fields() {
  static const std::vector<std::string> fields = [] {
    std::vector<std::string> out = {"id",        "quantity", "mechanism", "other",
                                    "direction", "digits",   "engine",    "at",
                                    "options",   "tpr",      "fpr"};
    for (const Quantity& quantity : all_quantities()) {
      for (const ArgumentEntry& one : quantity.arguments) out.push_back(one.name);
      for (const auto& choice : quantity.choices)
        out.insert(out.end(), choice.begin(), choice.end());
      for (const OptionEntry& one : quantity.options) out.push_back(one.name);
    }
    return out;
  }();
  return fields;
}

}  // namespace

void check_question_header(const std::vector<std::string>& header) {
  if (!is_answer_output(header)) require_columns(header, question_fields());
}

const RecordWords& question_words() {
  static const RecordWords words{"a question", "questions",
                                 "quantity, mechanism, delta, digits, ..."};
  return words;
}

Query question_of(const Json& record, const Query& usual) {
  if (!record.is_object()) throw std::invalid_argument("not a JSON object");
  const Quantity& entry = quantity_in(record, usual);
  Query out = usual;
  out.quantity = entry.name;
  std::vector<std::string> fields;
  for (const auto& [field, value] : record.items()) fields.push_back(field);
  const bool answered = is_answer_output(fields);
  for (const auto& [field, value] : record.items()) {
    if (!answered || is_of_question(field, entry)) take(field, value, entry, &out);
  }
  const bool needed = entry.subject == Subject::mechanism ||
                      entry.subject == Subject::two_mechanisms ||
                      entry.subject == Subject::open_mechanism;
  if (needed && out.mechanism.empty()) refuse("mechanism", "missing; write gaussian(sigma=1), say");
  if (entry.has_other() && out.other.empty() && needed) {
    refuse("other", "missing; the second mechanism");
  }
  if (entry.forward_only()) out.direction = Direction::forward;
  return out;
}

}  // namespace plumbline
