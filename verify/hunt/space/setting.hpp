/// One question to an accountant: a composition in recorded words, all numbers doubles, and the
/// questions about it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "reference/mechanisms/neighbours/relation.hpp"

namespace plumbline {

/// A step and how often it is taken, in the words of records (verify/claims/reading/mechanisms/mechanism_names.hpp);
/// mechanisms without a record have their own name and parameters.
struct SettingFactor {
  std::string kind;
  std::vector<std::pair<std::string, double>> parameters;
  double steps = 1;
  bool operator==(const SettingFactor&) const = default;
};

struct Setting {
  std::vector<SettingFactor> factors;
  double outer = 1;  ///< how often the whole product is run again
  Relation relation = Relation::add_remove;
  std::string quantity;  ///< delta, epsilon, ...
  double argument = 0;   ///< epsilon, delta, ...; 0 where the quantity has none
  std::string other{};   ///< the second mechanism as an expression, where the quantity is about two
  bool operator==(const Setting&) const = default;
};

/// The direction that its relation is.
Direction relation_direction(const Setting& setting);

/// The name of the quantity's argument; empty where there is none.
std::string argument_name(const Setting& setting);

/// The composition as an expression, whose numbers are exactly the doubles. Throws
/// std::invalid_argument where a parameter is missing or out of range.
std::string setting_expression(const Setting& setting);
/// The composition as a record: {"kind": ...} or {"compose": [...]}, the outer count multiplied in.
nlohmann::ordered_json setting_record(const Setting& setting);
/// The composition as dp-accounting's event, in nested lists; null where that has none.
nlohmann::ordered_json setting_event(const Setting& setting);

/// The whole as the child is asked it: expression, record, event, relation, quantity, argument.
nlohmann::ordered_json question_json(const Setting& setting);

/// The setting alone, and back: what a log holds.
nlohmann::ordered_json setting_json(const Setting& setting);
Setting setting_of(const nlohmann::ordered_json& object);

/// "gaussian(sigma=0.7)^10, add_remove: epsilon(delta=1e-5)" with short numbers, for people.
std::string setting_text(const Setting& setting);

/// The kinds of its factors in alphabetic order, each once: "gaussian * laplace".
std::string kinds_of(const Setting& setting);

/// Its numbers by name: N, and parameters, outer count and argument under their own names; of
/// several factors the kind stands before the parameter.
std::vector<std::pair<std::string, double>> coordinates_of(const Setting& setting);

}  // namespace plumbline
