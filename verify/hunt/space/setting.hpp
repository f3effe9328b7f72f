/// One setting of a hunt: a composition in the terms of records, with all numbers doubles, and the questions about it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {

/// A step and its multiplicity, in the terms of records (verify/claims/reading/mechanisms/mechanism_names.hpp).
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

/// The direction that corresponds to its relation.
Direction relation_direction(const Setting& setting);

/// The name of the quantity's argument; empty if there is none.
std::string argument_name(const Setting& setting);

/// Returns true if the question asks for a whole distribution.
bool asks_whole(const Setting& setting);

/// The composition as an expression, whose numbers are exactly the doubles. Throws
/// std::invalid_argument where a parameter is missing or out of range.
std::string setting_expression(const Setting& setting);
/// The composition as a record: {"kind": ...} or {"compose": [...]}, with counts multiplied by the outer count.
nlohmann::ordered_json setting_record(const Setting& setting);
/// The composition as an event of dp-accounting, in nested lists; null if it has none.
nlohmann::ordered_json setting_event(const Setting& setting);

/// The question in the form that the child receives: expression, record, event, relation, quantity, argument.
nlohmann::ordered_json question_json(const Setting& setting);

/// The setting alone in the form of a log, and its parser.
nlohmann::ordered_json setting_json(const Setting& setting);
Setting setting_of(const nlohmann::ordered_json& object);

/// "gaussian(sigma=0.7)^10, add_remove: epsilon(delta=1e-5)" with short numbers, for people.
std::string setting_text(const Setting& setting);

/// The kinds of its factors in alphabetic order without repetitions: "gaussian * laplace".
std::string kinds_of(const Setting& setting);

/// Its numbers by name: N, parameters, outer count and argument under their own names. With several factors the kind
/// precedes the parameter.
std::vector<std::pair<std::string, double>> coordinates_of(const Setting& setting);

}  // namespace plumbline
