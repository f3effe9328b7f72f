#include "verify/records/attack_words.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "verify/base/exact_number.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

/// Returns the objects in which a record may contain its numbers: the record itself, and its `at`.
std::vector<Json*> places_of_numbers(Json* record) {
  std::vector<Json*> out{record};
  if (record->contains("at") && (*record)["at"].is_object()) out.push_back(&(*record)["at"]);
  return out;
}

/// Removes the number of that name from the record and returns it; null if it is absent.
Json taken(Json* record, const std::string& name) {
  Json out;
  for (Json* place : places_of_numbers(record)) {
    const auto found = place->find(name);
    if (found == place->end()) continue;
    if (!out.is_null() && !found->is_null()) {
      throw std::invalid_argument(name + ": given twice; write it once");
    }
    if (!found->is_null()) out = *found;
    place->erase(found);
  }
  return out;
}

bool has(Json* record, const std::string& name) {
  for (const Json* place : places_of_numbers(record)) {
    if (place->contains(name) && !(*place)[name].is_null()) return true;
  }
  return false;
}

void put_alpha(Json* record, const Json& fpr) {
  if (has(record, "alpha")) {
    throw std::invalid_argument("fpr: is alpha in other words; give one of them");
  }
  (*record)["alpha"] = fpr;
}

std::string exact_text(const std::string& name, const Json& number) {
  if (number.is_string()) return number.get<std::string>();
  try {
    return read_exact_number(number).text;
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(name + ": " + e.what());
  }
}

/// Converts the target of a calibration from fpr and tpr to alpha and beta: f(fpr) >= 1 - tpr.
void read_target(Json* record) {
  if (!has(record, "tpr") && !has(record, "fpr")) return;
  const Json tpr = taken(record, "tpr"), fpr = taken(record, "fpr");
  if (tpr.is_null() || fpr.is_null()) {
    throw std::invalid_argument("a target needs tpr and fpr together");
  }
  if (has(record, "beta")) {
    throw std::invalid_argument("tpr: is 1 - beta in other words; give one of them");
  }
  Query rates;
  rates.at = {{"tpr", exact_text("tpr", tpr)}, {"fpr", exact_text("fpr", fpr)}};
  const Rational high = rates.number("tpr"), low = rates.number("fpr");
  if (!(low < high && high < Rational(1))) {
    throw std::invalid_argument(
        "tpr: must be in (fpr, 1), as an attack that guesses has tpr = fpr; got " + high.text() +
        " at fpr = " + low.text());
  }
  put_alpha(record, fpr);
  (*record)["beta"] = (Rational(1) - high).text();
}

}  // namespace

bool read_rates(Json* record, const Query& usual) {
  if (!record->is_object()) return false;
  const auto named = record->find("quantity");
  const bool given = named != record->end();
  if (given && !named->is_string()) return false;
  const std::string quantity = given ? named->get<std::string>() : usual.quantity;
  if (quantity == "calibrate") read_target(record);
  if (quantity != "tpr") return false;
  const Json fpr = taken(record, "fpr");
  if (fpr.is_null() && !has(record, "alpha")) {
    throw std::invalid_argument("tpr needs fpr, the false positive rate, 1e-3 say");
  }
  if (!fpr.is_null()) put_alpha(record, fpr);
  (*record)["quantity"] = "power";
  return true;
}

std::string as_attack(std::string message) {
  for (const auto& [word, attackers] : {std::pair{"alpha", "fpr"}, std::pair{"power", "tpr"}}) {
    const std::string_view known(word);
    if (message.starts_with(known)) message.replace(0, known.size(), attackers);
  }
  return message;
}

}  // namespace plumbline
