#include "verify/hunt/answer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "verify/base/text/safe_text.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/claimed_profile.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::json;

constexpr size_t kLongestText = 300;
constexpr size_t kLongestReproduction = 4000;

AnsweredValue without_value(Examined head, const std::string& state, const std::string& finding,
                            const std::string& note) {
  head.state = state;
  head.finding = finding;
  head.note = one_line(note.substr(0, kLongestText));
  return {std::move(head), std::nullopt};
}

/// Replaces numbers that JSON lacks (NaN and infinities, as Python's json module writes them) by strings.
std::string with_words(const std::string& text) {
  std::string out;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (quoted && text[i] == '\\' && i + 1 < text.size()) {
      out += text[i++];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted) {
      const auto is_here = [&](const std::string& word) {
        return text.compare(i, word.size(), word) == 0;
      };
      const std::string word = is_here("NaN")         ? "NaN"
                               : is_here("-Infinity") ? "-Infinity"
                               : is_here("Infinity")  ? "Infinity"
                                                      : "";
      if (!word.empty()) {
        out += '"' + word + '"';
        i += word.size() - 1;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

/// Returns the text of a JSON value, shortened if it is long, for files with one record per line.
std::string short_text(const Json& value) {
  if (!value.is_string()) return "not said in a text";
  return value.get<std::string>().substr(0, kLongestText);
}

/// Escapes each line of a program's output.
std::string shown_lines(const std::string& text) {
  std::istringstream in(text.substr(0, kLongestReproduction));
  std::string out;
  for (std::string line; std::getline(in, line);) out += one_line(line) + "\n";
  return out;
}

std::string value_text(const Json& value) {
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    if (text == "Infinity") return "inf";
    if (text == "-Infinity") return "-inf";
    if (text.size() > kLongestText) throw std::invalid_argument("value: too long a text");
    return text == "NaN" || text == "-NaN" ? "nan" : text;
  }
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return fmt::format("{:.17g}", value.get<double>());
  throw std::invalid_argument("value: must be a number or a text that is one");
}

/// Returns the defect of an answer that is invalid for every question; empty for other answers.
std::string nonsense_of(const Claim& claim) {
  using Form = ClaimedValue::Form;
  const ClaimedValue& v = claim.value;
  if (v.form == Form::not_a_number) return "nan";
  if (v.form == Form::minus_infinity) return "minus infinity";
  if (!quantity_of(claim).probability) return "";
  if (v.form == Form::number && v.number.sign() < 0) return "negative " + claim.quantity;
  const bool above = v.form == Form::plus_infinity || v.number > Rational(1);
  return above ? claim.quantity + " above 1" : "";
}

/// Sets the margin and the grade of a probability outside [0, 1]: an error of rounding, or a larger one.
void grade_nonsense(const Claim& claim, Examined* e) {
  constexpr double kRounding = 1e-6;  // claims have the same limit
  if (claim.value.form != ClaimedValue::Form::number) return;
  const Rational& v = claim.value.number;
  const Rational beyond = v.sign() < 0 ? Rational(0) - v : v - Rational(1);
  e->margin = beyond.approximate();
  e->grade =
      grade_name(e->margin < kRounding ? ViolationGrade::numerical : ViolationGrade::material);
}

AnsweredValue one_value(const Json& answer, const Examined& head, const std::string& kind,
                        const Json& value) {
  AnsweredValue out{head, std::nullopt};
  Examined& e = out.examined;
  e.kind = kind;
  const bool whole = asks_whole(e.setting);
  whole ? e.distribution = value.dump() : e.value = value_text(value);
  if (answer.contains("reproduction"))
    e.reproduction = shown_lines(answer["reproduction"].get<std::string>());
  for (const auto& [name, into] :
       {std::pair{"eps_error", &e.eps_error}, std::pair{"delta_error", &e.delta_error}}) {
    if (answer.contains(name)) *into = answer[name].get<double>();
  }
  if (answer.contains("tolerance")) {
    const Json& t = answer["tolerance"];
    e.tolerance = t.is_string() ? t.get<std::string>() : fmt::format("{:.17g}", t.get<double>());
  }
  nlohmann::ordered_json object = claim_json(e, "accountant");
  object["mechanism"] = setting_record(e.setting);
  try {
    out.claim = claim_of(nlohmann::json(object));
  } catch (const std::invalid_argument&) {
    // Some mechanisms have no record, only an expression.
    object["mechanism"] = setting_expression(e.setting);
    out.claim = claim_of(nlohmann::json(object));
  }
  if (out.claim->profile) e.value = out.claim->profile->words();
  e.finding = nonsense_of(*out.claim);
  if (!e.finding.empty()) {
    e.state = "nonsense";
    grade_nonsense(*out.claim, &e);
  }
  return out;
}

std::vector<AnsweredValue> values_of(const Json& answer, const Examined& head) {
  if (answer.contains("unsupported")) {
    return {without_value(head, "unsupported", "", short_text(answer["unsupported"]))};
  }
  if (answer.contains("error")) {
    return {without_value(head, "error", "", short_text(answer["error"]))};
  }
  std::vector<AnsweredValue> out;
  for (const char* kind : {"lower", "estimate", "upper"}) {
    if (answer.contains(kind)) out.push_back(one_value(answer, head, kind, answer[kind]));
  }
  if (out.empty()) {
    const std::string name = asks_whole(head.setting) ? "distribution" : "value";
    if (!answer.contains(name) || !answer.contains("kind")) {
      throw std::invalid_argument("neither " + name + " with kind, nor unsupported, nor error");
    }
    out.push_back(one_value(answer, head, answer["kind"].get<std::string>(), answer[name]));
  }
  return out;
}

}  // namespace

std::vector<AnsweredValue> read_answer(const std::string& text, const Examined& head, long id) {
  try {
    const Json answer = parse_claim_json(with_words(text));
    if (!answer.is_object()) throw std::invalid_argument("not a JSON object");
    if (answer.contains("id") && answer["id"] != id) {
      return {without_value(head, "unread", "answer to another question", text)};
    }
    return values_of(answer, head);
  } catch (const Json::exception& e) {
    return {without_value(head, "unread", "unreadable answer", text)};
  } catch (const std::invalid_argument& e) {
    return {without_value(head, "unread", "unreadable answer",
                          std::string(e.what()) + ": " + text.substr(0, kLongestText))};
  }
}

}  // namespace plumbline
