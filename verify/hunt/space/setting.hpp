/// One setting of a hunt: a composition and a question about it. The composition has the form of a record, and its
/// numbers are doubles.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {

/// A step and its multiplicity, in the form of a record (verify/claims/reading/mechanisms/mechanism_names.hpp).
/// Mechanisms without a record use their own name and parameters.
struct SettingFactor {
  std::string kind;
  std::vector<std::pair<std::string, double>> parameters;
  double steps = 1;
  bool operator==(const SettingFactor&) const = default;
};

struct Setting {
  std::vector<SettingFactor> factors;
  double outer = 1;  ///< number of repetitions of the whole product
  Relation relation = Relation::add_remove;
  std::string quantity;  ///< delta, epsilon, ...
  double argument = 0;   ///< epsilon, delta, ...; 0 if the quantity has none
  std::string other{};   ///< the second mechanism as an expression, if the quantity is about two
  bool operator==(const Setting&) const = default;
};

/// Returns the direction that corresponds to the setting's relation.
Direction relation_direction(const Setting& setting);

/// Returns the name of the quantity's argument; empty if there is none.
std::string argument_name(const Setting& setting);

/// Returns true if the question asks for a whole distribution.
bool asks_whole(const Setting& setting);

/// Returns the composition as an expression, whose numbers are exactly the doubles. Throws std::invalid_argument if a
/// parameter is missing or out of range.
std::string setting_expression(const Setting& setting);
/// Returns the composition as a record: {"kind": ...} or {"compose": [...]}, with counts multiplied by the outer count.
nlohmann::ordered_json setting_record(const Setting& setting);
/// Returns the composition as an event of dp-accounting, in nested lists; null if it has no event.
nlohmann::ordered_json setting_event(const Setting& setting);

/// Returns the question as the accountant receives it (child.hpp): expression, record, event, relation, quantity,
/// argument.
nlohmann::ordered_json question_json(const Setting& setting);

/// setting_json() returns a setting as a JSON object, in the format of a log; setting_of() parses such an object.
nlohmann::ordered_json setting_json(const Setting& setting);
Setting setting_of(const nlohmann::ordered_json& object);

/// Returns "gaussian(sigma=0.7)^10, add_remove: epsilon(delta=1e-5)" with short numbers, for people.
std::string setting_text(const Setting& setting);

/// Returns the kinds of the factors in alphabetic order without repetitions: "gaussian * laplace".
std::string kinds_of(const Setting& setting);

/// Returns the numbers of a setting by name: the parameters of each factor, its N (the steps times the outer count),
/// and the argument. With several factors, the kind precedes the name of the number.
std::vector<std::pair<std::string, double>> coordinates_of(const Setting& setting);

}  // namespace plumbline
