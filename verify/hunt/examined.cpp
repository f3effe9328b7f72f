#include "verify/hunt/examined.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/double_text.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Returns a margin as a finite number, because JSON has no infinities.
Json margin_json(double x) { return std::isfinite(x) ? Json(x) : Json(x > 0 ? 1e300 : -1e300); }

}  // namespace

Json examined_json(const Examined& e) {
  Json out = {{"setting", setting_json(e.setting)},
              {"kind", e.kind},
              {"value", e.value},
              {"tolerance", e.tolerance},
              {"eps_error", e.eps_error},
              {"delta_error", e.delta_error},
              {"state", e.state},
              {"finding", e.finding},
              {"grade", e.grade},
              {"margin", margin_json(e.margin)},
              {"seconds", e.seconds},
              {"lower", e.truth_lower},
              {"upper", e.truth_upper},
              {"confirmed_by", e.confirmed_by},
              {"note", e.note},
              {"reproduction", e.reproduction},
              {"replay", e.replay}};
  if (!e.distribution.empty()) out["distribution"] = Json::parse(e.distribution);
  return out;
}

Examined examined_of(const Json& o) {
  Examined e;
  e.setting = setting_of(o.at("setting"));
  const auto text = [&o](const char* name) { return o.at(name).get<std::string>(); };
  const auto number = [&o](const char* name) { return o.at(name).get<double>(); };
  e.kind = text("kind");
  e.value = text("value");
  e.tolerance = text("tolerance");
  e.eps_error = number("eps_error");
  e.delta_error = number("delta_error");
  e.state = text("state");
  e.finding = text("finding");
  e.grade = text("grade");
  e.margin = number("margin");
  e.seconds = number("seconds");
  e.truth_lower = text("lower");
  e.truth_upper = text("upper");
  e.confirmed_by = text("confirmed_by");
  e.note = text("note");
  e.reproduction = text("reproduction");
  e.replay = text("replay");
  if (o.contains("distribution")) e.distribution = o.at("distribution").dump();
  return e;
}

Json claim_json(const Examined& e, const std::string& tool) {
  Json out = {{"tool", tool}, {"method", ""}};
  Json options = Json::object();
  if (e.eps_error != 0) options["eps_error"] = e.eps_error;
  if (e.delta_error != 0) options["delta_error"] = e.delta_error;
  if (!options.empty()) out["options"] = options;
  out["mechanism"] = setting_expression(e.setting);
  if (exchanges(e.setting.relation)) out["mechanism"] = setting_record(e.setting);
  out["adjacency"] = recorded_word(e.setting.relation);
  out["quantity"] = e.setting.quantity;
  if (!e.setting.other.empty()) out["other"] = e.setting.other;
  const std::string name = argument_name(e.setting);
  out["at"] = name.empty() ? Json::object() : Json{{name, e.setting.argument}};
  out["kind"] = e.kind.empty() ? "estimate" : e.kind;
  if (!e.distribution.empty()) {
    out["distribution"] = Json::parse(e.distribution);
  } else if (e.value.empty()) {
    out["error"] = e.note.empty() ? e.state : e.note;
  } else {
    out["value"] = e.value;
  }
  if (!e.tolerance.empty()) out["tolerance"] = e.tolerance;
  out["seconds"] = e.seconds;
  return out;
}

std::string answer_text(const Examined& e) {
  const std::string name = argument_name(e.setting);
  const std::string at =
      name.empty() ? "" : fmt::format("({}={})", name, shortest_decimal(e.setting.argument));
  const char* relation = e.kind == "upper" ? "<=" : e.kind == "lower" ? ">=" : "~";
  if (e.value.empty()) return e.setting.quantity + at;
  if (asks_whole(e.setting)) return e.setting.quantity + " of " + e.value;
  size_t end = 0;
  const double x = parse_double(e.value, &end);
  const std::string value =
      end == e.value.size() && std::isfinite(x) ? shortest_decimal(x) : e.value;
  return fmt::format("{}{} {} {}", e.setting.quantity, at, relation, value);
}

}  // namespace plumbline
