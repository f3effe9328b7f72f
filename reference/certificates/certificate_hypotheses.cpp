#include "reference/certificates/certificate_hypotheses.hpp"

#include "reference/certificates/request.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

using Kept = HypothesesPtr;

Kept as_written(const Kept& known, const std::string& written) {
  if (known == nullptr || written.empty()) return known;
  const Hypotheses typed = hypotheses_of_expression(written);
  const bool same = typed.relation == known->relation && typed.group == known->group;
  return same ? known : std::make_shared<const Hypotheses>(typed);
}

std::string truth_name(bool truth) { return truth ? "true" : "false"; }

/// Returns the members of the hypotheses by name, as text for readers, except the public facts.
NamedTexts members_of(const Hypotheses& h) {
  return {{"relation", relation_name(h.relation)},
          {"group", h.group.text()},
          {"dominates", truth_name(h.dominates)},
          {"attained", attained_name(h.attained)},
          {"family", h.family},
          {"proof", proof_text(h)}};
}

std::string shown(const std::string& text) { return text.empty() ? "nothing" : text; }

/// Returns true if the certificate states a family of data sets that no longer follows from its expression: an earlier
/// version assumed that one family attains the pairs of two factors, although the parameters of these factors choose
/// different data sets. The derived statement is weaker.
bool has_former_family(const Hypotheses& stated, const Hypotheses& derived) {
  return stated.attained == Attained::family && derived.attained == Attained::no &&
         !derived.former_family.empty() && stated.family == derived.former_family;
}

void compare(const Kept& stated, const Kept& derived, const std::string& field,
             std::vector<Objection>* out) {
  if ((stated == nullptr) != (derived == nullptr)) {
    out->push_back({field, stated ? relation_name(stated->relation) : "nothing",
                    derived ? "the expression has the relation " + relation_name(derived->relation)
                            : "there is no mechanism"});
  }
  if (!stated || !derived) return;
  const NamedTexts here = members_of(*derived);
  const bool former = has_former_family(*stated, *derived);
  for (const auto& [name, text] : members_of(*stated)) {
    const std::string found = text_of(here, name);
    if (text == found || (former && (name == "attained" || name == "family"))) continue;
    out->push_back({field + "." + name, shown(text), "the expression has " + shown(found)});
  }
  if (stated->public_facts == derived->public_facts) return;
  out->push_back({field + ".public", shown(public_text(*stated)),
                  "the expression has " + shown(public_text(*derived))});
}

}  // namespace

StatedHypotheses derived_hypotheses(const Certificate& c) {
  StatedHypotheses out = stated_hypotheses(query_in(c));
  if (c.version >= kStatesHypotheses) return out;
  out.mechanism = as_written(out.mechanism, c.written_mechanism);
  out.other = as_written(out.other, c.written_other);
  return out;
}

void state_hypotheses(const Query& query, const Answer& answer, Certificate* certificate) {
  const bool canonical = answer.hypotheses != nullptr &&
                         query.mechanism == certificate->mechanism &&
                         query.other == certificate->other;
  const StatedHypotheses known = canonical
                                     ? StatedHypotheses{answer.hypotheses, answer.other_hypotheses}
                                     : derived_hypotheses(*certificate);
  certificate->hypotheses = known.mechanism;
  certificate->other_hypotheses = known.other;
}

void compare_hypotheses(const Certificate& c, CheckResult* out) {
  const StatedHypotheses derived = derived_hypotheses(c);
  out->hypotheses = derived.mechanism;
  out->other_hypotheses = derived.other;
  if (c.version < kStatesHypotheses) return;
  compare(c.hypotheses, out->hypotheses, "hypotheses", &out->objections);
  compare(c.other_hypotheses, out->other_hypotheses, "other_hypotheses", &out->objections);
}

}  // namespace plumbline
