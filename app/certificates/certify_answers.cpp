#include "app/certificates/certify_answers.hpp"

#include <nlohmann/json.hpp>

#include "app/answers/answer_json.hpp"
#include "app/audits/claim_word.hpp"
#include "app/options/calibrate_words.hpp"
#include "app/options/compare_words.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/running/value_answer.hpp"
#include "reference/certificates/request.hpp"
#include "reference/mechanisms/attack_refutes.hpp"
#include "reference/questions/answer.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {
namespace {

void give_calibration(const DerivedAnswer& what, AnswerWriter& answers) {
  const Family family(what.request.mechanism, "");
  answers.give(calibration_answer({family, what.request.at, what.request.direction, what.derived,
                                   what.digits, what.request.mechanism},
                                  what.seconds));
}

/// Returns all numbers of a certificate as one JSON object.
AnswerRecord record_of(const Certificate& c, double seconds) {
  nlohmann::ordered_json record = to_json(c);
  for (const char* field : {"format", "version", "asked", "written", "versions", "digest"}) {
    record.erase(field);
  }
  record["seconds"] = seconds;
  return {"record", fields_of(record)};
}

std::string claimed(const Certificate& c) {
  if (!c.other.empty()) {
    const bool promised = attack_refutes(c.other, parse_direction(c.direction));
    return refuted_words(c.written_other.empty() ? c.other : c.written_other, promised);
  }
  return "(" + plumbline::text_of(c.target, "epsilon") + ", " +
         plumbline::text_of(c.target, "delta") + ")-DP";
}

/// Returns the label of the number `name` in a printed answer about an attack; `label` is the label of the answer's
/// first number. Empty for other answers, which print the number's name.
std::string label_of(const Certificate& c, const std::string& name, const std::string& label) {
  if (!is_attack_text(c.mechanism)) return "";
  const bool claim = certified_quantity(c.quantity).words.proved != nullptr;
  if (claim) return "p-value of " + claimed(c);
  return name == "beta" ? audit_label(name) : label;
}

/// Returns the record of a judged claim, in the format of `audit`.
AnswerRecord judged(const Certificate& c, const std::string& refuted) {
  const char* kind = refuted == "yes" ? "refuted" : refuted == "no" ? "standing" : "undecided";
  return AnswerBuilder(kind)
      .add("claim", claimed(c))
      .add("confidence", AttackText::parse(c.mechanism).word("confidence"))
      .aside("other", c.other)
      .for_people();
}

/// Returns "epsilon at delta 1e-5" for "epsilon at delta = 1e-5", because the line continues with " = " and the value.
std::string before_value(std::string label) {
  const std::string equals = " = ";
  for (size_t at = label.find(equals); at != std::string::npos; at = label.find(equals)) {
    label.replace(at, equals.size(), " ");
  }
  return label;
}

AnswerRecord value_of(const DerivedAnswer& what, const std::string& quantity,
                      const Certified& value, const std::string& label = "") {
  const Certificate& c = what.certificate;
  return value_answer({quantity, c.argument, c.at, c.mechanism, c.other, c.direction},
                      {value, what.digits, what.seconds}, before_value(label));
}

void give_findings(const DerivedAnswer& what, AnswerWriter& answers) {
  const Certificate& c = what.certificate;
  const QuantityWords& words = required_quantity(c.quantity).words;
  const bool by_value = words.by_value;  // true if programs also receive a record for each value
  const auto give = [&](const std::string& name, const Certified& value) {
    AnswerRecord out = value_of(what, name, value, label_of(c, name, what.label));
    out.for_people = !by_value;
    answers.give(out);
  };
  if (!by_value) answers.give(record_of(c, what.seconds));
  if (plumbline::text_of(c.findings, "infinite").empty()) {
    give(words.first.empty() ? c.quantity : words.first, what.derived.value);
  }
  for (const NamedValue& value : what.derived.values) give(value.name, value.value);
  for (const auto& [name, text] : c.findings) {
    if (is_attack_text(c.mechanism) && name == "refuted") {
      answers.give(judged(c, text));
      continue;
    }
    answers.give(AnswerBuilder("finding")
                     .add("name", name)
                     .add("text", text)
                     .aside("mechanism", c.mechanism)
                     .aside("other", c.other)
                     .for_people());
  }
}

}  // namespace

std::string audit_label(const std::string& name) {
  static const std::vector<std::pair<std::string, std::string>> all = {
      {"audited_errors", "false positive rate"},
      {"audited_alpha", "false positive rate"},
      {"beta", "false negative rate"},
      {"audited_epsilon", "epsilon"},
      {"audited_mu", "mu (Gaussian DP)"},
      {"audited_advantage", "advantage TPR - FPR"},
      {"audited_tpr", "TPR"},
      {"audited_gamma", "success"}};
  for (const auto& [quantity, label] : all) {
    if (quantity == name) return label;
  }
  return name;
}

TextLayout derived_text(const std::string& quantity) {
  const Proof proof = certified_quantity(quantity).certificate->proof;
  if (proof == Proof::calibration) return calibration_text();
  if (proof == Proof::comparison) return comparison_text();
  return {{"heading", "[{first}][M1 = {M1}, M2 = {M2}], {direction}[, hyperprior {hyperprior}]\n"},
          {"value", kValueLine},
          {"refuted", "REFUTED at confidence {confidence}: {claim}\n"},
          {"standing",
           "not refuted at confidence {confidence}: {claim} (this does not confirm the claim)\n"},
          {"undecided", "NOT DECIDED: {claim}\n"},
          {"finding", "  {name}: {text}\n"}};
}

void give_derived_heading(const Query& first, AnswerWriter& answers) {
  const Quantity& entry = certified_quantity(first.quantity);
  const Proof proof = entry.certificate->proof;
  if (proof == Proof::calibration || proof == Proof::comparison) return;
  const std::string M = canonical_subject(entry, first.mechanism);
  AnswerBuilder out("heading");
  if (first.other.empty()) {
    out.add("first", mechanism_heading(first.mechanism, M));
  } else {
    out.add("M1", M).add("M2", Composition::parse(first.other).expression());
  }
  answers.give(out.add("direction", direction_name(first.direction))
                   .add("hyperprior", first.option("hyperprior"))
                   .for_people());
}

void give_derived(const DerivedAnswer& what, AnswerWriter& answers) {
  const Quantity& entry = certified_quantity(what.request.quantity);
  if (entry.certificate->proof == Proof::calibration) return give_calibration(what, answers);
  if (what.derived.comparison) {
    const FullComparison found{*what.derived.comparison, what.derived.value,
                               what.derived.values.back().value, what.digits};
    return give_comparison({what.certificate.mechanism, what.certificate.other,
                            what.request.direction, found, what.digits, what.seconds,
                            mechanism_heading(what.request.mechanism, what.certificate.mechanism),
                            mechanism_heading(what.request.other, what.certificate.other)},
                           answers);
  }
  if (entry.has_members()) return give_findings(what, answers);
  answers.give(value_of(what, what.certificate.quantity, what.derived.value, what.label));
}

}  // namespace plumbline
