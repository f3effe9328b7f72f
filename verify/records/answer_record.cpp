#include "verify/records/answer_record.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/certificates/stated_digits.hpp"
#include "reference/questions/answered_ends.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/certificates/hypotheses_record.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

Json object_of(const NamedTexts& texts) {
  Json out = Json::object();
  for (const auto& [name, text] : texts) out[name] = text;
  return out;
}

/// Returns the arguments, each number in its canonical spelling; other arguments, such as lists, are unchanged.
Json numbers_of(const Query& query) {
  Json out = Json::object();
  for (const auto& [name, text] : query.at) {
    try {
      out[name] = read_number(text).text();
    } catch (const std::invalid_argument&) {
      out[name] = text;
    }
  }
  return out;
}

/// Returns a double as a number; JSON has no infinity, which becomes the text "inf" or "-inf".
Json double_member(double x) {
  if (std::isfinite(x)) return x;
  return x > 0 ? "inf" : "-inf";
}

void add_ends(const std::string& lower, const std::string& upper, Json* out) {
  (*out)["lower"] = lower;
  (*out)["upper"] = upper;
  // An infinite end stays infinite: it is not rounded to a finite double.
  (*out)["lower_double"] = lower == "inf" ? Json(lower) : double_member(double_below(lower));
  (*out)["upper_double"] = upper == "-inf" ? Json(upper) : double_member(double_above(upper));
}

/// Returns the digits as a number, or "exact".
Json digits_member(const std::string& digits) {
  return digits == "exact" ? Json(digits) : Json(parse_double(digits));
}

/// Adds the ends of the answer's number. Both ends are "inf" if the answer is infinite.
void add_number(const Query& query, const Answer& answer, double seconds, Json* out) {
  const bool infinite = is_infinite(answer);
  const auto [lower, upper] =
      infinite ? std::pair<std::string, std::string>("inf", "inf") : answered_ends(query, answer);
  add_ends(lower, upper, out);
  (*out)["digits"] = digits_member(stated_digits(lower, upper));
  (*out)["reached"] = infinite || answer.value.reached();
  (*out)["engine"] = answer.value.engine();
  (*out)["seconds"] = seconds;
  if (!infinite) (*out)["error_budget"] = budget_json(answer.value.budget());
}

void add_further(const Query& query, const Answer& answer, Json* out) {
  for (const NamedValue& one : answer.values) {
    const auto [lower, upper] = printed_bounds(one.value, query.digits + kCertificateSpareDigits);
    add_ends(lower, upper, &(*out)["values"][one.name]);
  }
  NamedTexts findings = answer.findings;
  if (answer.prior) findings.emplace_back("prior", *answer.prior);
  if (!answer.word.empty()) findings.emplace_back("word", answer.word);
  if (!findings.empty()) (*out)["findings"] = object_of(findings);
}

}  // namespace

Json answer_record(const Query& query, const Answer& answer, const RecordContext& more) {
  Json out = {{"schema", "answer/2"}, {"quantity", query.quantity}};
  if (!query.mechanism.empty()) out["mechanism"] = query.mechanism;
  if (!query.other.empty()) out["other"] = query.other;
  out["direction"] = direction_name(query.direction);
  out["at"] = numbers_of(query);
  if (!query.options.empty()) out["options"] = object_of(query.options);
  add_number(query, answer, more.seconds, &out);
  if (answer.hypotheses) out["hypotheses"] = hypotheses_json(*answer.hypotheses);
  if (answer.other_hypotheses) {
    out["other_hypotheses"] = hypotheses_json(*answer.other_hypotheses);
  }
  add_further(query, answer, &out);
  if (!more.context.empty()) out["context"] = object_of(more.context);
  return out;
}

}  // namespace plumbline
