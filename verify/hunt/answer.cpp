#include "verify/hunt/answer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "verify/base/one_line.hpp"
#include "verify/claims/json_claim.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

AnsweredValue without_value(Examined head, const std::string& state, const std::string& finding,
                            const std::string& note) {
  head.state = state;
  head.finding = finding;
  head.note = one_line(note.substr(0, 300));
  return {std::move(head), std::nullopt};
}

/// What Python's json writes for numbers that JSON has not, as words.
std::string with_words(const std::string& text) {
  static const std::regex bare("([:\\[,]\\s*)(-?)(NaN|Infinity)");
  std::string out = std::regex_replace(text, bare, "$1\"$2$3\"");
  return out;
}

std::string value_text(const Json& value) {
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    if (text == "Infinity") return "inf";
    if (text == "-Infinity") return "-inf";
    return text == "NaN" || text == "-NaN" ? "nan" : text;
  }
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return fmt::format("{:.17g}", value.get<double>());
  throw std::invalid_argument("value: must be a number or a text that is one");
}

bool is_probability(const std::string& quantity) {
  return quantity == "delta" || quantity == "tv" || quantity == "tradeoff" ||
         quantity == "advantage" || quantity == "rero" || quantity == "bayes";
}

/// What no accountant may answer, whatever is asked.
std::string nonsense_of(const Claim& claim) {
  using Form = ClaimedValue::Form;
  const ClaimedValue& v = claim.value;
  if (v.form == Form::not_a_number) return "nan";
  if (v.form == Form::minus_infinity) return "minus infinity";
  if (!is_probability(claim.quantity)) return "";
  if (v.form == Form::number && v.number.sign() < 0) return "negative " + claim.quantity;
  const bool above = v.form == Form::plus_infinity || v.number > Rational(1);
  return above ? claim.quantity + " above 1" : "";
}

AnsweredValue one_value(const Json& answer, const Examined& head, const std::string& kind,
                        const Json& value) {
  AnsweredValue out{head, std::nullopt};
  Examined& e = out.examined;
  e.kind = kind;
  e.value = value_text(value);
  if (answer.contains("reproduction")) e.reproduction = answer["reproduction"].get<std::string>();
  for (const auto& [name, into] :
       {std::pair{"eps_error", &e.eps_error}, std::pair{"delta_error", &e.delta_error}}) {
    if (answer.contains(name)) *into = answer[name].get<double>();
  }
  if (answer.contains("tolerance")) {
    const Json& t = answer["tolerance"];
    e.tolerance = t.is_string() ? t.get<std::string>() : fmt::format("{:.17g}", t.get<double>());
  }
  Json object = claim_json(e, "accountant");
  object["mechanism"] = setting_record(e.setting);
  try {
    out.claim = claim_of(nlohmann::json(object));
  } catch (const std::invalid_argument&) {
    // Some mechanisms have no record, only an expression.
    object["mechanism"] = setting_expression(e.setting);
    out.claim = claim_of(nlohmann::json(object));
  }
  e.finding = nonsense_of(*out.claim);
  if (!e.finding.empty()) e.state = "nonsense";
  return out;
}

std::vector<AnsweredValue> values_of(const Json& answer, const Examined& head) {
  if (answer.contains("unsupported")) {
    return {without_value(head, "unsupported", "", answer["unsupported"].dump())};
  }
  if (answer.contains("error")) {
    const Json& why = answer["error"];
    return {
        without_value(head, "error", "", why.is_string() ? why.get<std::string>() : why.dump())};
  }
  std::vector<AnsweredValue> out;
  for (const char* kind : {"lower", "estimate", "upper"}) {
    if (answer.contains(kind)) out.push_back(one_value(answer, head, kind, answer[kind]));
  }
  if (out.empty()) {
    if (!answer.contains("value") || !answer.contains("kind")) {
      throw std::invalid_argument("neither value with kind, nor unsupported, nor error");
    }
    out.push_back(one_value(answer, head, answer["kind"].get<std::string>(), answer["value"]));
  }
  return out;
}

}  // namespace

std::vector<AnsweredValue> read_answer(const std::string& text, const Examined& head) {
  try {
    const Json answer = Json::parse(with_words(text));
    if (!answer.is_object()) throw std::invalid_argument("not a JSON object");
    return values_of(answer, head);
  } catch (const Json::exception& e) {
    return {without_value(head, "unread", "unreadable answer", text)};
  } catch (const std::invalid_argument& e) {
    return {
        without_value(head, "unread", "unreadable answer", std::string(e.what()) + ": " + text)};
  }
}

}  // namespace plumbline
