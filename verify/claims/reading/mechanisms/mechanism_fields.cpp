#include "verify/claims/reading/mechanisms/mechanism_fields.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/recorded_fields.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

}  // namespace

std::vector<Rational> MechanismFields::numbers(const std::string& key) {
  read_.insert(key);
  if (!has(key) || !object_[key].is_array()) {
    throw std::invalid_argument("mechanism: " + kind() + " needs a list " + key);
  }
  std::vector<Rational> out;
  for (const Json& x : object_[key]) out.push_back(read_exact_number(x).value);
  return out;
}

RecordedNumber MechanismFields::number(const std::string& key) {
  read_.insert(key);
  if (!has(key)) throw std::invalid_argument("mechanism: " + kind() + " needs " + key);
  try {
    const ExactNumber read = read_exact_number(object_[key]);
    return {read.text, read.value};
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument("mechanism: " + key + ": " + e.what());
  }
}

std::string MechanismFields::text(const std::string& key) {
  if (open_sigma_ && key == "sigma" && !has(key)) return "?";
  return number(key).text;
}

Rational MechanismFields::number_or(const std::string& key, const Rational& other) {
  return has(key) ? number(key).value : other;
}

std::string MechanismFields::sensitivity() {
  if (!has("sensitivity")) return "";
  const RecordedNumber s = number("sensitivity");
  return s.value == Rational(1) ? "" : ",sensitivity=" + s.text;
}

std::string MechanismFields::power() {
  if (!has("steps")) {
    throw std::invalid_argument("mechanism: " + kind() +
                                " has no steps; write \"steps\":1 for one");
  }
  const RecordedNumber N = number("steps");
  if (!N.value.is_integer() || N.value.sign() < 0) {
    throw std::invalid_argument("mechanism: steps must be an integer of at least 0, got " + N.text);
  }
  return N.value == Rational(1) ? "" : "^" + N.value.text();
}

void MechanismFields::refuse_others() const {
  for (const auto& [key, value] : object_.items()) {
    if (key != "kind" && read_.count(key) == 0) {
      throw std::invalid_argument("mechanism: " + kind() + " has no field '" + key + "'");
    }
  }
}

}  // namespace plumbline
