#include "app/audits/audit_words.hpp"

#include <stdexcept>

#include "app/answers/number_text.hpp"
#include "app/answers/writer.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/mechanisms/attack_refutes.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"

namespace plumbline {
namespace {

void give_family(const AuditRecord& record, const AuditArguments& arguments,
                 const ErrorLimits& limits, AnswerWriter& answers) {
  if (arguments.family.empty()) return;
  const Family family(arguments.family, "");
  const Direction direction = direction_of(arguments.common.direction);
  const Stopwatch watch;
  const Effort effort = effort_of(arguments.common);
  const auto found = audited_parameter(limits, family, direction, arguments.common.engine, effort);
  const bool open = found && !found->value.value().is_finite() && !found->value.reached();
  const std::string layout = open ? "open" : found ? "parameter" : "none";
  AnswerBuilder out = audit_answer(record, layout, "audited_parameter");
  out.add("mechanism", family.expression())
      .add("parameter", family.parameter())
      .add("direction", direction_name(direction));
  if (found) {
    if (!attack_refutes(family.expression(), direction)) {
      out.add("about", "of the pair alone, which says nothing about the mechanism");
    }
    out.add("refuted_side", found->above ? "above" : "below")
        .add("value", EnclosedValue{found->value, effort.digits, watch.seconds()});
  }
  answers.give(out);
}

}  // namespace

void add_audit_options(Command& command, AuditArguments& a, bool with_split) {
  command.add_option("--confidence", a.confidence, "1 minus the probability of error, in (0, 1)")
      ->capture_default_str();
  if (with_split) {
    command
        .add_option("--split", a.split,
                    "share of the probability of error for the false positives; fix it before you "
                    "see the counts")
        ->capture_default_str();
  }
  command
      .add_option("--delta", a.deltas, "deltas of the audited epsilon (0), or ranges lo:hi:count")
      ->expected(1, -1)
      ->delimiter(',');
  if (with_split) {
    command.add_option("--fpr", a.fprs, "false positive rates at which the TPR is bounded")
        ->expected(1, -1)
        ->delimiter(',');
    command
        .add_option("--epsilon", a.epsilons,
                    "epsilons of the audited delta: every smaller delta is refuted")
        ->expected(1, -1)
        ->delimiter(',');
    command.add_option("--family", a.family,
                       "mechanism with one parameter written ?, such as gaussian(sigma=?): find "
                       "the refuted values; ? alone lists the mechanisms");
  }
  command.add_option("--claim", a.claim, "test this claim: a mechanism expression");
  command.add_option("--claim-epsilon", a.claim_epsilon,
                     "test this claim: (epsilon, delta), with --claim-delta");
  command.add_option("--claim-delta", a.claim_delta, "see --claim-epsilon");
  add_common_options(command, a.common, true);
}

std::vector<Rational> audited_deltas(const AuditArguments& arguments) {
  if (arguments.deltas.empty()) return {Rational(0)};
  return read_values("delta", arguments.deltas);
}

void check_claim_words(const AuditArguments& a) {
  if (a.claim_epsilon.empty() != a.claim_delta.empty()) {
    throw std::invalid_argument(
        "--claim-epsilon and --claim-delta go together; write 0 for a pure "
        "claim's delta");
  }
  if (!a.claim.empty() && !a.claim_epsilon.empty()) {
    throw std::invalid_argument("give either --claim or --claim-epsilon and --claim-delta");
  }
}

std::string claim_text(const Real& epsilon, const Rational& delta) {
  return "(" + epsilon.text() + ", " + delta.text() + ")-DP";
}

void check_audit_words(const AuditArguments& a) {
  for (const Rational& delta : audited_deltas(a)) {
    if (delta.sign() >= 0 && delta < Rational(1)) continue;
    throw std::invalid_argument("--delta must be in [0, 1), got " + delta.text());
  }
  for (const Rational& fpr : read_values("fpr", a.fprs)) {
    if (fpr.sign() >= 0 && fpr <= Rational(1)) continue;
    throw std::invalid_argument("--fpr must be in [0, 1], got " + fpr.text());
  }
  for (const Real& epsilon : read_reals("epsilon", a.epsilons)) {
    if (known_sign(epsilon).value_or(1) >= 0) continue;
    throw std::invalid_argument("--epsilon must not be negative, got " + epsilon.text());
  }
  check_claim_words(a);
  if (!a.claim.empty()) claimed_mechanism(a.claim);
  check_family(a.family);
}

std::optional<AuditClaim> audit_claim(const AuditArguments& a) {
  check_claim_words(a);
  const Direction direction = direction_of(a.common.direction);
  if (!a.claim.empty()) {
    auto profile =
        std::make_shared<PrivacyProfile>(claimed_mechanism(a.claim), direction, a.common.engine);
    const std::string text = claimed_text(profile->composition(), a.common.direction);
    return AuditClaim{text, claimed_curve(std::move(profile))};
  }
  if (a.claim_epsilon.empty()) return std::nullopt;
  const Real epsilon = read_real("claim-epsilon", a.claim_epsilon);
  const Rational delta = read_value("claim-delta", a.claim_delta);
  if (known_sign(epsilon).value_or(1) < 0) {
    throw std::invalid_argument("--claim-epsilon must not be negative, got " + a.claim_epsilon);
  }
  return AuditClaim{claim_text(epsilon, delta), claimed_curve(epsilon, delta, direction)};
}

AnswerBuilder audit_answer(const AuditRecord& record, const std::string& kind,
                           const std::string& quantity) {
  AnswerBuilder out(kind);
  out.add("quantity", quantity).add("method", record.method).add("confidence", record.confidence);
  return out;
}

AnswerRecord audited(const AuditRecord& record, const std::string& quantity, const FieldGroup& at,
                     const EnclosedValue& value, bool upper) {
  AnswerBuilder out = audit_answer(record, quantity, quantity);
  const PrintedEnds ends = printed_ends(EnclosureEnds{value.value, value.digits});
  out.add("at", at).add("value", value);
  out.add("safe_double", upper ? double_above(ends.second) : double_below(ends.first));
  return out.add("data", record.data);
}

TextLayout audit_text() {
  return {
      {"heading", "{method}: {counts}\nconfidence {confidence}{shares}\n"},
      {"audited_alpha", "  false positive rate  <= {value.upper}{value.asked}\n"},
      {"audited_beta", "  false negative rate  <= {value.upper}{value.asked}\n"},
      {"audited_epsilon",
       "  epsilon({at}) >= {value.lower}   every smaller one is refuted{value.asked}\n"},
      {"audited_delta",
       "  delta({at}) >= {value.lower}   every smaller one is refuted{value.asked}\n"},
      {"bounds",
       "  Quote bound=exchange: it refutes all that bound=published does, at the same confidence. "
       "published is\n"
       "  Theorem 5.2 of Steinke, Nasr and Jagielski (2023), to compare with others. No mu is "
       "derived of one run;\n"
       "  --claim 'gaussian(sigma=S)' tests mu = 1/S.\n"},
      {"audited_mu", "  mu (Gaussian DP) >= {value.lower}{value.asked}\n"},
      {"audited_advantage", "  advantage TPR - FPR >= {value.lower}{value.asked}\n"},
      {"audited_tpr", "  TPR({at}) >= {value.lower}{value.asked}\n"},
      {"audited_gamma", "  success({at}) >= {value.lower}{value.asked}\n"},
      {"parameter",
       "  {mechanism}, {direction}: refuted is every {parameter} {refuted_side} "
       "{value}[ {about}]{value.asked}\n"},
      {"open",
       "  {mechanism}, {direction}: which {parameter} are refuted is not known: time ran "
       "out{value.asked}\n"},
      {"none", "  {mechanism}: no {parameter} is refuted\n"},
      {"refuted",
       "REFUTED at confidence {confidence}: {claim}, {direction}   p-value {p_value}[, at "
       "{judged_at}]\n"},
      {"standing",
       "not refuted at confidence {confidence}: {claim}, {direction}   p-value {p_value}[, at "
       "{judged_at}]\n"
       "  (this does not confirm the claim: a better attack may refute it)\n"},
      {"undecided", "NOT DECIDED: {claim}, {direction}   p-value {p_value}[, at {judged_at}]\n"},
  };
}

void give_limits(const AuditRecord& record, const AuditArguments& arguments,
                 const ErrorLimits& limits, AnswerWriter& answers) {
  const int digits = arguments.common.digits;
  const auto give = [&](const std::string& quantity, const FieldGroup& at, const Certified& value,
                        bool upper = false) {
    answers.give(audited(record, quantity, at, {value, digits}, upper));
  };
  give("audited_alpha", {}, audited_alpha(limits, digits), true);
  give("audited_beta", {}, audited_beta(limits, digits), true);
  const Direction direction = direction_of(arguments.common.direction);
  for (const Rational& delta : audited_deltas(arguments)) {
    give("audited_epsilon",
         text_fields({{"delta", delta.text()}, {"direction", direction_name(direction)}}),
         audited_epsilon(limits, delta, direction, digits));
  }
  for (const Real& epsilon : read_reals("epsilon", arguments.epsilons)) {
    give("audited_delta",
         text_fields({{"epsilon", epsilon.text()}, {"direction", direction_name(direction)}}),
         audited_delta(limits, epsilon, direction, digits));
  }
  give("audited_mu", {}, audited_mu(limits, digits));
  give("audited_advantage", {}, audited_advantage(limits, digits));
  for (const Rational& fpr : read_values("fpr", arguments.fprs)) {
    give("audited_tpr", text_fields({{"fpr", fpr.text()}}), audited_tpr(limits, fpr, digits));
  }
  give_family(record, arguments, limits, answers);
}

namespace {

void give_verdict(const AuditRecord& record, const AuditArguments& arguments,
                  const AuditClaim& claim, std::optional<bool> refuted, const Certified& p_value,
                  AnswerWriter& answers) {
  const std::string kind = !refuted ? "undecided" : *refuted ? "refuted" : "standing";
  AnswerBuilder out = audit_answer(record, kind, "audited_claim");
  out.add("claim", claim.text)
      .add("direction", direction_name(direction_of(arguments.common.direction)));
  if (!claim.by.empty()) out.add("judged_at", claim.by);
  if (refuted) out.add("refuted", *refuted);
  out.add("p_value", EnclosureEnds{p_value, arguments.common.digits, false})
      .add("data", record.data)
      .reached(refuted.has_value())
      .wrong(refuted.value_or(false));
  answers.give(out);
}

}  // namespace

void give_claim(const AuditRecord& record, const AuditArguments& arguments, const AuditClaim& claim,
                const Certified& p_value, const Rational& error, AnswerWriter& answers) {
  give_verdict(record, arguments, claim, is_refuted(p_value, error), p_value, answers);
}

void give_decided(const AuditRecord& record, const AuditArguments& arguments,
                  const AuditClaim& claim, std::optional<bool> refuted, const Rational& error,
                  AnswerWriter& answers) {
  give_verdict(record, arguments, claim, refuted, p_value_beside(error, refuted), answers);
}

}  // namespace plumbline
