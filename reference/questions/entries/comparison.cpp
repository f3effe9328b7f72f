/// Comparisons of two privacy profiles.
#include "reference/quantities/comparison/comparison.hpp"

#include "reference/quantities/divergence.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/comparison_findings.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

struct Compared {
  PrivacyProfile first;
  Comparison comparison;
};

Compared compared(const Query& question, const Effort& effort) {
  PrivacyProfile first(Composition::parse(question.mechanism), question.direction);
  PrivacyProfile second(Composition::parse(question.other), question.direction);
  const Comparison comparison = compare(first, second, effort);
  return {first, comparison};
}

/// Compares the mechanisms M1 and M2. The value of the answer is Delta(M1 || M2). The crossings and Delta(M2 || M1) are
/// further values, and the verdict is a finding.
Answer answer_comparison(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile first = first_profile(question, path);
  PrivacyProfile second = second_profile(question, path);
  const Comparison comparison = compare(first, second, effort);
  Answer out{.value = refined_divergence(first, second, nullptr, effort).value};
  const Certified back = refined_divergence(second, first, nullptr, effort).value;
  out.parameters = first.engine().parameters();
  out.explanation = first.explain();
  add_comparison(comparison, question.digits + kCertificateSpareDigits, &out);
  out.values.push_back({"divergence_back", back});
  out.value = marked(out.value, out.value.reached() && back.reached() && comparison.reached);
  out.comparison = comparison;
  return out;
}

/// Answers with the number of crossings; `word` of the answer is the verdict.
Answer crossings(const Query& question, const Effort& effort) {
  const Compared all = compared(question, effort);
  const Comparison& c = all.comparison;
  return {.value = crossing_count(c, all.first.engine_name(), effort.digits),
          .word = dominance_name(c.verdict),
          .margin = c.margin.is_zero() ? "" : c.margin.text()};
}

/// Answers with the epsilon of the n-th crossing, in increasing order.
Answer answer_crossing(const Query& question, const Effort& effort, OtherPath&) {
  const Compared all = compared(question, effort);
  return {certified_crossing(all.comparison, question.whole("number"), all.first.engine_name(),
                             effort.digits)};
}

/// Answers with the prior of H0 that corresponds to the n-th crossing, e^epsilon/(1 + e^epsilon).
Answer answer_crossing_prior(const Query& question, const Effort& effort, OtherPath& path) {
  return {crossing_prior(answer_crossing(question, effort, path).value, effort.digits)};
}

AllMembers members_of_comparison(const Query&, bool) {
  return {.values = {.needed = {"divergence_back"}, .stem = "crossing_"},
          .findings = {.needed = {"verdict", "margin", "examined_from", "examined_to", "beyond"},
                       .stem = "range_"}};
}

}  // namespace

QuantityFamily comparison_entries() {
  const std::vector<ArgumentEntry> which{{.name = "number"}};
  return {
      {.name = "comparison",
       .summary = "number of crossings of two profiles, and which dominates",
       .subject = Subject::two_mechanisms,
       .answer = answer_comparison,
       .number = crossings,
       .certificate =
           CertificateEntry{.proof = Proof::comparison, .members = members_of_comparison},
       .words = {.meaning = "How much larger the best attacker's error can be under the first "
                            "mechanism than under the second",
                 .values = {{"divergence_back",
                             "How much larger the best attacker's error can be under the second "
                             "mechanism than under the first"},
                            {"crossing_",
                             "Crossing {}: the epsilon at which both have the same delta, and "
                             "change places"}}}},
      {.name = "crossing",
       .summary = "epsilon of a crossing of two profiles",
       .subject = Subject::two_mechanisms,
       .arguments = which,
       .answer = answer_crossing},
      {.name = "crossing_prior",
       .summary = "prior of H0 at a crossing",
       .subject = Subject::two_mechanisms,
       .arguments = which,
       .answer = answer_crossing_prior},
  };
}

}  // namespace plumbline
