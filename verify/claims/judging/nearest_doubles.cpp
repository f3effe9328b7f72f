#include "verify/claims/judging/nearest_doubles.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/numbers.hpp"

namespace plumbline {
namespace {

bool is_of_name(char c) { return is_letter_or_digit(c) || c == '_'; }

size_t end_where(const std::string& text, size_t at, bool (*belongs)(char)) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

/// Returns the end of the exponent that begins at `at` with its letter; `at` if there is no exponent.
size_t exponent_end(const std::string& text, size_t at, char letter) {
  if (at >= text.size() || to_lower(text[at]) != letter) return at;
  const size_t digits = at + 1 + (text.find_first_of("+-", at + 1) == at + 1 ? 1 : 0);
  const size_t end = end_where(text, digits, is_digit);
  return end > digits ? end : at;
}

/// Returns the end of the number that begins at `at` with a digit or a point.
size_t number_end(const std::string& text, size_t at) {
  const auto in_number = [](char c) { return is_digit(c) || c == '.'; };
  const auto in_hex = [](char c) { return is_hex_digit(c) || c == '.'; };
  const bool hex = text.compare(at, 2, "0x") == 0 || text.compare(at, 2, "0X") == 0;
  if (hex) return exponent_end(text, end_where(text, at + 2, in_hex), 'p');
  return exponent_end(text, end_where(text, at, in_number), 'e');
}

/// Returns the double nearest to a decimal that is not a double; nothing if the decimal is itself a double, or if its
/// nearest double is infinite or underflows to 0.
std::optional<ExactNumber> double_nearest_to(const std::string& decimal) {
  const bool integer =
      decimal.find_first_of(".eE") == std::string::npos;  // for example a number of steps
  if (integer || decimal.find_first_not_of("0123456789.eE+-") != std::string::npos) {
    return std::nullopt;
  }
  try {
    const Rational exact = Rational::parse(decimal);
    const double nearest = parse_double(decimal);
    const bool useless = !std::isfinite(nearest) || (nearest == 0) != exact.is_zero();
    if (useless || Rational::from_binary64(nearest) == exact) return std::nullopt;
    return exact_number(nearest);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // for example two decimal points in one number
  }
}

/// Returns true if the claim depends on more than its expression, arguments and value.
bool has_other_subject(const Claim& claim) {
  return !claim.others.empty() || (claim.pair && !claim.pair->decides()) || claim.range ||
         claim.batches || claim.concentrated || claim.selected || claim.profile;
}

}  // namespace

std::string with_nearest_doubles(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool begins =
        (is_digit(text[at]) || text[at] == '.') && (at == 0 || !is_of_name(text[at - 1]));
    size_t end = begins ? number_end(text, at) : at + 1;
    if (!begins && is_of_name(text[at])) end = end_where(text, at, is_of_name);  // a name
    const std::string part = text.substr(at, end - at);
    const bool in_fraction =
        (at > 0 && text[at - 1] == '/') || (end < text.size() && text[end] == '/');
    const auto nearest = begins && !in_fraction ? double_nearest_to(part) : std::nullopt;
    out += nearest ? nearest->text : part;
    at = end;
  }
  return out;
}

std::optional<Claim> at_nearest_doubles(const Claim& claim) {
  if (claim.value.exact || has_other_subject(claim)) return std::nullopt;
  Claim out = claim;
  out.mechanism = with_nearest_doubles(claim.mechanism);
  out.other = with_nearest_doubles(claim.other);
  bool moved = out.mechanism != claim.mechanism || out.other != claim.other;
  for (NamedNumber& given : out.at) {
    const auto nearest = double_nearest_to(given.number.text);
    if (!nearest) continue;
    given.number = {nearest->value, nearest->text};
    moved = true;
  }
  if (const auto nearest = double_nearest_to(claim.value.text); nearest && !claim.value.binary64) {
    out.value.number = nearest->value;
    out.value.text = nearest->text;
    out.value.binary64 = true;
    moved = true;
  }
  return moved ? std::optional(std::move(out)) : std::nullopt;
}

std::string doubles_text(const Claim& nearest) {
  std::string out = mechanisms_text(nearest);
  for (size_t i = 0; i < nearest.at.size(); ++i) {
    out += (i == 0 ? " at " : ", ") + nearest.at[i].name + "=" + nearest.at[i].number.text;
  }
  return out + ", value " + nearest.value.text;
}

nlohmann::ordered_json doubles_json(const Claim& nearest) {
  nlohmann::ordered_json out = {{"mechanism", nearest.mechanism},
                                {"at", nlohmann::ordered_json::object()}};
  if (!nearest.other.empty()) out["other"] = nearest.other;
  for (const NamedNumber& given : nearest.at) out["at"][given.name] = given.number.text;
  out["value"] = nearest.value.text;
  return out;
}

}  // namespace plumbline
