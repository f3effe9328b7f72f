#include "verify/hunt/space/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/registry.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/event_record.hpp"
#include "verify/claims/reading/mechanisms/adjacency.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Returns true if programs expect an integer for this parameter.
bool is_whole(const std::string& kind, const std::string& name) {
  if (name == "steps" || name == "sensitivity") return true;
  for (const RecordedField& field : fields_of_kind(kind)) {
    if (field.theirs == name) return field.whole;
  }
  const MechanismEntry* entry = mechanism_named(kind);
  return entry != nullptr && std::count(entry->whole.begin(), entry->whole.end(), name) > 0;
}

/// Returns an integer without a fraction: 3, not 3.0. Other numbers are unchanged.
Json number_json(double x) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (x == static_cast<double>(static_cast<long long>(x)) && x < kExact && x > -kExact) {
    return static_cast<long long>(x);
  }
  return x;
}

Json factor_record(const SettingFactor& factor, double outer) {
  Json out = {{"kind", factor.kind}};
  for (const auto& [name, value] : factor.parameters) {
    out[name] = is_whole(factor.kind, name) ? number_json(value) : Json(value);
  }
  out["steps"] = number_json(factor.steps * outer);
  return out;
}

/// Returns true if no record states all parameters of the factor, so that it must be written as an expression.
bool in_own_words(const SettingFactor& factor) {
  const auto known = mechanism_recorded_as(factor.kind);
  if (!known) return mechanism_named(factor.kind) != nullptr;
  if (known->entry.name != factor.kind) return false;
  const std::vector<std::string>& optional = known->entry.optional;
  const std::vector<RecordedField> fields = fields_of_kind(factor.kind);
  return std::any_of(factor.parameters.begin(), factor.parameters.end(), [&](const auto& given) {
    const auto is_field = [&](const RecordedField& f) { return f.theirs == given.first; };
    return std::none_of(fields.begin(), fields.end(), is_field) && given.first != "sensitivity" &&
           std::count(optional.begin(), optional.end(), given.first) > 0;
  });
}

[[noreturn]] void refuse_relation(const std::string& kind, Relation relation) {
  throw std::invalid_argument(kind + " has no certified pair under " + pair_word(relation));
}

/// Returns the expression of a factor whose pair has the relation `relation`.
std::string factor_expression(const SettingFactor& factor, double outer, Relation relation) {
  const bool exchanges = relation != Relation::add_remove;
  if (!in_own_words(factor)) {
    const NamedMechanism named =
        name_mechanism(nlohmann::json(factor_record(factor, outer)), false, relation);
    if (!named.unsupported.empty()) throw std::invalid_argument(named.unsupported);
    const PairRelation typed = relation_named(neighbours_of(relation).relation);
    const std::string why = relation_refusal(*named.pair.hypotheses, typed, named.expression);
    if (exchanges && !why.empty()) refuse_relation(factor.kind, relation);
    return named.expression;
  }
  if (exchanges && !find_mechanism(factor.kind).replaces_record) {
    refuse_relation(factor.kind, relation);
  }
  std::string words;
  for (const auto& [name, value] : factor.parameters) {
    words += (words.empty() ? "" : ",") + name + "=" + exact_number(value).text;
  }
  const double count = factor.steps * outer;
  return fmt::format("{}({}){}", factor.kind, words,
                     count == 1 ? "" : fmt::format("^{:.0f}", count));
}

double parameter_of(const SettingFactor& factor, const std::string& name, double otherwise) {
  for (const auto& [known, value] : factor.parameters) {
    if (known == name) return value;
  }
  return otherwise;
}

/// Returns the event of a kind with the factor's numbers. Null if there is none, or if it cannot state all numbers.
Json plain_event(const std::string& kind, const SettingFactor& factor) {
  const EventForm* const form = event_recorded_as(kind);
  if (form == nullptr) return nullptr;
  Json out = Json::array({form->name});
  bool has_sensitivity = false;
  for (const auto& [theirs, ours] : form->fields) {
    const double value = parameter_of(factor, ours, ours == "sensitivity" ? 1 : NAN);
    if (std::isnan(value)) return nullptr;
    has_sensitivity = has_sensitivity || ours == "sensitivity";
    out.push_back(is_whole(kind, ours) ? number_json(value) : Json(value));
  }
  return has_sensitivity || parameter_of(factor, "sensitivity", 1) == 1 ? out : Json(nullptr);
}

Json step_event(const SettingFactor& factor) {
  const std::string inner = kind_without_sampling(factor.kind);
  if (inner.empty()) return plain_event(factor.kind, factor);
  const Json event = plain_event(inner, factor);
  if (event.is_null()) return event;
  return {"PoissonSampledDpEvent", parameter_of(factor, "sampling_rate", 1), event};
}

Json repeated(const Json& event, double count) {
  return count == 1 ? event : Json{"SelfComposedDpEvent", event, number_json(count)};
}

}  // namespace

Direction relation_direction(const Setting& setting) {
  return neighbours_of(setting.relation).taken;
}

std::string argument_name(const Setting& setting) {
  return required_quantity(setting.quantity).argument();
}

bool asks_whole(const Setting& setting) {
  return required_quantity(setting.quantity).takes_option("distribution");
}

std::string setting_expression(const Setting& setting) {
  std::string out;
  for (const SettingFactor& factor : setting.factors) {
    out += (out.empty() ? "" : " * ") +
           factor_expression(factor, setting.outer, pair_relation(setting.relation));
  }
  return out;
}

Json setting_record(const Setting& setting) {
  if (setting.factors.size() == 1) return factor_record(setting.factors.front(), setting.outer);
  Json list = Json::array();
  for (const SettingFactor& one : setting.factors)
    list.push_back(factor_record(one, setting.outer));
  return {{"compose", list}};
}

Json setting_event(const Setting& setting) {
  Json events = Json::array();
  for (const SettingFactor& factor : setting.factors) {
    const Json step = step_event(factor);
    if (step.is_null()) return nullptr;
    events.push_back(repeated(step, factor.steps));
  }
  const Json whole =
      events.size() == 1 ? Json(events.front()) : Json{"ComposedDpEvent", std::move(events)};
  return repeated(whole, setting.outer);
}

Json question_json(const Setting& setting) {
  Json out = {{"mechanism", setting_expression(setting)},
              {"fields", setting_record(setting)},
              {"event", setting_event(setting)},
              {"relation", recorded_word(setting.relation)},
              {"quantity", setting.quantity}};
  const std::string name = argument_name(setting);
  out["at"] = name.empty() ? Json::object() : Json{{name, setting.argument}};
  if (!setting.other.empty()) out["other"] = setting.other;
  return out;
}

Json setting_json(const Setting& setting) {
  Json factors = Json::array();
  for (const SettingFactor& factor : setting.factors) factors.push_back(factor_record(factor, 1));
  Json out = {{"factors", factors},
              {"outer", number_json(setting.outer)},
              {"relation", recorded_word(setting.relation)},
              {"quantity", setting.quantity},
              {"argument", setting.argument}};
  if (!setting.other.empty()) out["other"] = setting.other;
  return out;
}

Setting setting_of(const Json& object) {
  Setting out;
  for (const Json& record : object.at("factors")) {
    SettingFactor factor{record.at("kind").get<std::string>(), {}, 1};
    for (const auto& [name, value] : record.items()) {
      if (name == "steps") factor.steps = value.get<double>();
      if (name != "steps" && name != "kind") factor.parameters.emplace_back(name, value);
    }
    out.factors.push_back(std::move(factor));
  }
  out.outer = object.at("outer").get<double>();
  const auto relation = object.at("relation").get<std::string>();
  const Neighbours* row = find_neighbours(relation);
  if (row == nullptr) throw std::invalid_argument("unknown relation '" + relation + "'");
  out.relation = relation_in(*row);
  out.quantity = object.at("quantity").get<std::string>();
  out.argument = object.at("argument").get<double>();
  out.other = object.value("other", std::string());
  return out;
}

std::string setting_text(const Setting& setting) {
  const std::string name = argument_name(setting);
  const std::string at =
      name.empty() ? "" : fmt::format("({}={})", name, shortest_decimal(setting.argument));
  const std::string from = setting.other.empty() ? "" : " from " + setting.other;
  return fmt::format("{}, {}: {}{}{}", with_short_numbers(setting_expression(setting)),
                     recorded_word(setting.relation), setting.quantity, at, from);
}

std::string kinds_of(const Setting& setting) {
  std::set<std::string> kinds;
  for (const SettingFactor& factor : setting.factors) kinds.insert(factor.kind);
  std::string out;
  for (const std::string& kind : kinds) out += (out.empty() ? "" : " * ") + kind;
  return out;
}

std::vector<std::pair<std::string, double>> coordinates_of(const Setting& setting) {
  std::vector<std::pair<std::string, double>> out;
  std::set<std::string> seen;
  for (const SettingFactor& factor : setting.factors) {
    const std::string before = setting.factors.size() == 1 ? "" : factor.kind + " ";
    if (!seen.insert(factor.kind).second) continue;  // only the first of equal kinds
    for (const auto& [name, value] : factor.parameters) out.emplace_back(before + name, value);
    out.emplace_back(before + "N", factor.steps * setting.outer);
  }
  const std::string name = argument_name(setting);
  if (!name.empty()) out.emplace_back(name, setting.argument);
  return out;
}

}  // namespace plumbline
