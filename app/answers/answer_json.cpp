#include "app/answers/answer_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/answers/number_text.hpp"
#include "app/answers/renderer.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const FieldGroup& fields);

/// Returns a double as a JSON number; infinity stays a text, since JSON has no number for it.
Json double_json(const std::string& text) {
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  return error == std::errc() && std::isfinite(x) ? Json(x) : Json(text);
}

Json ends_json(const PrintedEnds& ends) {
  const PrintedEnds doubles = double_ends(ends);
  return {{"lower", ends.first},
          {"upper", ends.second},
          {"lower_double", double_json(doubles.first)},
          {"upper_double", double_json(doubles.second)}};
}

struct JsonOfField {
  Json operator()(std::nullptr_t) const { return nullptr; }
  Json operator()(bool x) const { return x; }
  Json operator()(long x) const { return x; }
  Json operator()(double x) const { return x; }
  Json operator()(const std::string& x) const { return x; }
  Json operator()(const EnclosedValue& x) const {
    Json out = ends_json(x.exactly.empty() ? printed_ends(EnclosureEnds{x.value, x.digits})
                                           : PrintedEnds{x.exactly, x.exactly});
    if (!x.value) {
      out["reached"] = true;
      return out;
    }
    Json record;
    add_certified(record, *x.value, x.digits, x.seconds);
    const double digits = printed_digits(x.value->value(), x.digits);
    if (record["digits"].is_null()) {
      record["digits"] = "exact";
    } else {
      record["digits"] = std::max(0.0, std::floor(digits * 10) / 10);
    }
    record.erase("lower");
    record.erase("upper");
    out.update(record);
    return out;
  }
  Json operator()(const EnclosureEnds& x) const { return ends_json(printed_ends(x)); }
  Json operator()(const BallEnds& x) const { return ends_json(printed_ends(x)); }
  Json operator()(const StretchEnds& x) const {
    const PrintedEnds ends = printed_ends(x);
    if (x.outward) return ends_json(ends);
    return {{"lower", ends.first}, {"upper", ends.second}};
  }
  Json operator()(const DecimalBelow& x) const { return x.value.decimal_bounds(x.digits).first; }
  Json operator()(const Approximately& x) const { return approximate_text(x.value, x.format); }
  Json operator()(const FieldGroup& x) const { return json_of(x); }
  Json operator()(const FieldList& x) const {
    Json out = Json::array();
    for (const AnswerField& field : x) out.push_back(std::visit(JsonOfField(), field.is));
    return out;
  }
};

Json json_of(const FieldGroup& fields) {
  Json out = Json::object();
  for (const NamedField& named : fields) {
    if (named.for_people) continue;
    Json x = std::visit(JsonOfField(), named.field.is);
    if (named.name == "value" && x.is_object()) {
      for (const auto& [key, inner] : x.items()) out[key] = inner;
    } else {
      out[named.name] = std::move(x);
    }
  }
  return out;
}

AnswerField field_of(const Json& x) {
  if (x.is_null()) return {nullptr};
  if (x.is_boolean()) return {x.get<bool>()};
  if (x.is_number_integer()) return {x.get<long>()};
  if (x.is_number()) return {x.get<double>()};
  if (x.is_object()) return {fields_of(x)};
  if (!x.is_array()) return {x.get<std::string>()};
  FieldList out;
  for (const Json& element : x) out.push_back(field_of(element));
  return {out};
}

class JsonRenderer final : public AnswerRenderer {
 public:
  explicit JsonRenderer(std::FILE* to) : to_(to) {}

  void take(const AnswerRecord& answer) override {
    if (answer.for_people) return;
    constexpr auto replace = Json::error_handler_t::replace;  // replaces invalid UTF-8, which file
                                                              // names may contain
    const std::string line = answer.json.empty()
                                 ? plumbline::json_of(answer).dump(-1, ' ', false, replace)
                                 : answer.json;
    fmt::print(to_, "{}\n", json_safe(line));
    std::fflush(to_);
  }

 private:
  std::FILE* to_;
};

}  // namespace

Json json_of(const AnswerRecord& answer) { return json_of(answer.fields); }

FieldGroup fields_of(const Json& record) {
  FieldGroup out;
  for (const auto& [name, x] : record.items()) out.push_back({name, field_of(x)});
  return out;
}

std::unique_ptr<AnswerRenderer> json_renderer(std::FILE* to) {
  return std::make_unique<JsonRenderer>(to);
}

}  // namespace plumbline
