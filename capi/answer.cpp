#include "reference/questions/answer.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "capi/handles.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/certificates/stated_digits.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/hypotheses_record.hpp"

namespace plumbline::capi {
namespace {

/// Returns a decimal as numerator/denominator, not in lowest terms; empty if the text is not a number.
std::string fraction_of(const std::string& decimal) {
  const auto number = rational_or_none(decimal);
  if (!number) return "";
  const std::string text = number->text();
  if (text.find('/') != std::string::npos) return text;
  const size_t mark = text.find('e');
  std::string digits = text.substr(0, mark);
  long exponent = mark == std::string::npos ? 0 : std::stol(text.substr(mark + 1));
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const bool negative = digits.front() == '-';
  const size_t first = digits.find_first_not_of("-0");
  digits = first == std::string::npos ? "0" : (negative ? "-" : "") + digits.substr(first);
  if (digits == "0") return "0/1";
  const std::string zeros(static_cast<size_t>(exponent < 0 ? -exponent : exponent), '0');
  return exponent < 0 ? digits + "/1" + zeros : digits + zeros + "/1";
}

plumbline_answer::End end_of(const std::string& text, bool down) {
  return {text, fraction_of(text), down ? double_below(text) : double_above(text)};
}

plumbline_answer between(const std::string& lower, const std::string& upper) {
  plumbline_answer out;
  out.lower = end_of(lower, true);
  out.upper = end_of(upper, false);
  return out;
}

void state_hypotheses(const Answer& derived, plumbline_answer* out) {
  out->hypotheses = hypotheses_text_of(derived.hypotheses.get());
  out->other_hypotheses = hypotheses_text_of(derived.other_hypotheses.get());
  for (const HypothesesPtr& one : {derived.hypotheses, derived.other_hypotheses}) {
    if (one != nullptr && out->warning.empty()) out->warning = mixed_warning(*one);
  }
}

}  // namespace

std::string hypotheses_text_of(const Hypotheses* hypotheses) {
  return hypotheses == nullptr ? "" : hypotheses_json(*hypotheses).dump();
}

plumbline_answer answer_of(const Extended& value, int digits) {
  if (value.is_infinite()) {
    plumbline_answer out = between("inf", "inf");
    out.digits = "exact";
    out.reached = true;
    out.findings = {{"infinite", value.why()}};
    return out;
  }
  const auto [lower, upper] = printed_bounds(*value, digits + kCertificateSpareDigits);
  plumbline_answer out = between(lower, upper);
  out.digits = stated_digits(lower, upper);
  out.engine = value->engine();
  out.reached = value->reached();
  return out;
}

plumbline_answer answer_of(const Query& request, const Answer& derived, const Effort& effort,
                           const std::string& written_mechanism, const std::string& written_at,
                           const NamedTexts& written_more) {
  Certificate certificate = certificate_of(request, derived);
  certificate.written_mechanism = written_mechanism;
  certificate.written_other = request.other;
  certificate.written_at = written_at;
  certificate.written_more = written_more;
  add_witness(request, effort, &certificate);
  bool infinite = false;
  for (const auto& [name, text] : certificate.findings) {
    infinite = infinite || (name == "infinite" && text == "yes");
  }
  plumbline_answer out =
      infinite ? between("inf", "inf") : between(certificate.lower, certificate.upper);
  out.digits = infinite ? "exact" : certificate.digits;
  out.engine = certificate.engine;
  out.reached = certificate.reached;
  for (const NamedInterval& value : certificate.values) {
    out.values.push_back({value.name, value.lower, value.upper});
  }
  out.findings = certificate.findings;
  if (derived.prior) out.findings.emplace_back("prior", *derived.prior);
  out.certificate = to_json(certificate).dump(2) + "\n";
  state_hypotheses(derived, &out);
  return out;
}

}  // namespace plumbline::capi

void plumbline_free(plumbline_answer* answer) { delete answer; }

const char* plumbline_lower(const plumbline_answer* a) { return a->lower.text.c_str(); }
const char* plumbline_upper(const plumbline_answer* a) { return a->upper.text.c_str(); }
const char* plumbline_lower_fraction(const plumbline_answer* a) {
  return a->lower.fraction.c_str();
}
const char* plumbline_upper_fraction(const plumbline_answer* a) {
  return a->upper.fraction.c_str();
}
double plumbline_lower_double(const plumbline_answer* a) { return a->lower.outward; }
double plumbline_upper_double(const plumbline_answer* a) { return a->upper.outward; }
const char* plumbline_digits(const plumbline_answer* a) { return a->digits.c_str(); }
int plumbline_reached(const plumbline_answer* a) { return a->reached ? 1 : 0; }
const char* plumbline_engine_used(const plumbline_answer* a) { return a->engine.c_str(); }

const char* plumbline_hypotheses(const plumbline_answer* a) {
  return a->hypotheses.empty() ? nullptr : a->hypotheses.c_str();
}
const char* plumbline_other_hypotheses(const plumbline_answer* a) {
  return a->other_hypotheses.empty() ? nullptr : a->other_hypotheses.c_str();
}
const char* plumbline_warning(const plumbline_answer* a) { return a->warning.c_str(); }

size_t plumbline_value_count(const plumbline_answer* a) { return a->values.size(); }
const char* plumbline_value_name(const plumbline_answer* a, size_t i) {
  return i < a->values.size() ? a->values[i].name.c_str() : nullptr;
}
const char* plumbline_value_lower(const plumbline_answer* a, size_t i) {
  return i < a->values.size() ? a->values[i].lower.c_str() : nullptr;
}
const char* plumbline_value_upper(const plumbline_answer* a, size_t i) {
  return i < a->values.size() ? a->values[i].upper.c_str() : nullptr;
}

size_t plumbline_finding_count(const plumbline_answer* a) { return a->findings.size(); }
const char* plumbline_finding_name(const plumbline_answer* a, size_t i) {
  return i < a->findings.size() ? a->findings[i].first.c_str() : nullptr;
}
const char* plumbline_finding(const plumbline_answer* a, const char* name) {
  for (const auto& [key, text] : a->findings) {
    if (name != nullptr && key == name) return text.c_str();
  }
  return nullptr;
}
