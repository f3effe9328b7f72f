#include "verify/claims/results/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/named_texts.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/claims/results/standing.hpp"

namespace plumbline {
namespace {

constexpr size_t kLongFraction = 20;

/// Returns the end of the sequence of characters of `set` that begins at `at`.
size_t end_of(const std::string& text, size_t at, const char* set) {
  return std::min(text.find_first_not_of(set, at), text.size());
}

/// Returns the end of the hex float that begins at `at`; `at` if there is none.
size_t end_of_hex_float(const std::string& text, size_t at) {
  if (text.compare(at, 2, "0x") != 0) return at;
  const size_t mantissa = end_of(text, at + 2, "0123456789abcdef.");
  if (mantissa == at + 2 || mantissa >= text.size() || text[mantissa] != 'p') return at;
  const size_t sign = end_of(text, mantissa + 1, "+-");
  const size_t end = end_of(text, sign, "0123456789");
  return end > sign && sign <= mantissa + 2 ? end : at;
}

/// Returns the end of a fraction that begins at `at` and has more characters than people write; `at` if there is none.
size_t end_of_long_fraction(const std::string& text, size_t at) {
  const size_t slash = end_of(text, at, "0123456789");
  if (slash == at || slash >= text.size() || text[slash] != '/') return at;
  const size_t end = end_of(text, slash + 1, "0123456789");
  return end > slash + 1 && end - at > kLongFraction ? end : at;
}

/// Returns true if a number can begin at `at`: not directly after a name or another number.
bool begins(const std::string& text, size_t at) {
  if (!is_digit(text[at])) return false;
  if (at == 0) return true;
  const char before = text[at - 1];
  return !is_letter_or_digit(before) && before != '_' && before != '.';
}

/// Returns the members of a JSON object as text, such as "grid=1e-4, workers=2".
std::string listed(const std::string& options) {
  if (options.empty()) return "";
  const auto object = nlohmann::ordered_json::parse(options, nullptr, false);
  if (!object.is_object()) return options;
  std::string out;
  for (const auto& [name, value] : object.items()) {
    out += (out.empty() ? "" : ", ") + name + "=" +
           (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

std::string subject_and_bounds(const std::string& subject, const PrintedBounds& bounds) {
  return fmt::format("{} = [{}, {}]", with_short_numbers(subject), bounds.lower, bounds.upper);
}

/// Returns the certified values on which the verdict is based.
std::string truth_text(const JudgedLine& judged) {
  const ClaimVerdict& v = judged.verdict;
  std::string out = known_truth_text(v);
  if (out.empty() && v.certified.both()) out = subject_and_bounds(v.against, v.certified);
  if (v.promise && v.promise->verdict != VerdictKind::sound && !v.promise->against.empty()) {
    out += (out.empty() ? "" : "; ") + subject_and_bounds(v.promise->against, v.promise->certified);
  }
  return out;
}

std::string exact_text(const Claim& claim) {
  std::string out = mechanisms_text(claim) + ": " + claim_text(claim);
  if (!claim.value.binary64) return out;
  const std::string value = claim.value.number.text();
  return value == shortest_decimal(claim.value.number.approximate())
             ? out
             : out + " (the value is " + value + ")";
}

}  // namespace

std::string shortest_decimal(double x) {
  std::string out = fmt::format("{}", x);
  const size_t exponent = out.find('e');  // 1e-05 in the usual form: 1e-5
  if (exponent == std::string::npos) return out;
  const size_t sign = out.find_first_of("+-", exponent);
  size_t digits = sign == std::string::npos ? exponent + 1 : sign + 1;
  while (digits + 1 < out.size() && out[digits] == '0') out.erase(digits, 1);
  if (sign != std::string::npos && out[sign] == '+') out.erase(sign, 1);
  return out;
}

std::string with_short_numbers(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    double value = 0;
    if (begins(text, at)) {
      if ((end = end_of_hex_float(text, at)) > at) {
        value = parse_double(text.substr(at, end - at));
      } else if ((end = end_of_long_fraction(text, at)) > at) {
        value = Rational::parse(text.substr(at, end - at)).approximate();
      }
    }
    out += end > at ? shortest_decimal(value) : text.substr(at, 1);
    at = std::max(end, at + 1);
  }
  return out;
}

ShownClaim shown_claim(const JudgedLine& judged) {
  const Claim& claim = *judged.line.claim;
  const ClaimVerdict& v = judged.verdict;
  ShownClaim out;
  out.place = one_line(judged.line.place());
  out.mechanism = claim.mechanism.empty() ? "no mechanism"
                                          : with_short_numbers(mechanisms_text(claim)) + ", " +
                                                direction_name(claim.direction);
  out.options = one_line(listed(claim.options));
  out.claim = shown_claim_text(claim);
  const std::string exact = exact_text(claim);
  const std::string shown = with_short_numbers(mechanisms_text(claim)) + ": " + out.claim;
  if (exact != shown) out.exact = exact;
  out.truth = truth_text(judged);
  out.note = one_line(with_short_numbers(v.reason));
  if (const std::string doubles = at_doubles_text(judged); !doubles.empty()) {
    out.note += (out.note.empty() ? "" : "; ") + one_line(doubles);
  }
  if (v.promise && v.promise->verdict != VerdictKind::sound) {
    out.note += (out.note.empty() ? "" : "; ") + ("stated: " + v.promise->text);
  }
  out.replay = one_line(v.replay);
  out.elsewhere = installations_text(v);
  return out;
}

}  // namespace plumbline
