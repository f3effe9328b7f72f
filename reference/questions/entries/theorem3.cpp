/// Theorem 3 of Kaissis et al. 2024: an upper bound of the Delta-divergence, computed from moments of the losses.
#include <algorithm>

#include "reference/quantities/comparison/berry_esseen_bound.hpp"
#include "reference/quantities/comparison/refined_comparison.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Answers with one member of the bound. The bound uses the trade-off function of one direction. This is the reverse
/// direction if it is requested, otherwise the forward direction.
template <Ball BerryEsseenBound::*part>
Answer answer_part(const Query& question, const Effort& effort, OtherPath&) {
  const Direction direction =
      question.direction == Direction::reverse ? Direction::reverse : Direction::forward;
  return {berry_esseen_bound(Composition::parse(question.mechanism),
                             Composition::parse(question.other), direction, effort)
              .certified_part(part, effort.digits)};
}

std::string steps_text(const std::optional<Rational>& n) { return n ? n->text() : "none"; }

void add_findings(const BerryEsseenBound& theorem, const Query& question, Answer* out) {
  out->findings = {{"condition", !theorem.condition   ? "undecided"
                                 : *theorem.condition ? "holds"
                                                      : "fails"},
                   {"smallest_N_of_condition", steps_text(theorem.N_condition)}};
  if (!question.text("target")) return;
  const BerryEsseenBound::Steps n = theorem.steps_for(question.number("target"));
  for (const auto& [name, count] : {std::pair("N", n.N_together),
                                    {"N_tilde", n.N_tilde_together},
                                    {"N_alone", n.N_alone},
                                    {"N_tilde_alone", n.N_tilde_alone},
                                    {"N_tilde_most", n.N_tilde_most}}) {
    out->findings.emplace_back(name, steps_text(count));
  }
}

/// Answers with the bound as the value. Its terms, both sides of the condition and the true divergence are further
/// values.
Answer answer_theorem(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile M = first_profile(question, path);
  PrivacyProfile M_tilde = second_profile(question, path);
  const BerryEsseenBound theorem =
      refined_berry_esseen(M.composition(), M_tilde.composition(), question.direction, effort);
  const auto value = [&](const Ball& x) {
    return certified({x, {{}, {}, {}, x.radius()}}, "transform", question.digits);
  };
  const Certified truth = refined_divergence(M, M_tilde, nullptr, effort).value;
  Answer out{.value = value(theorem.bound),
             .parameters = M.engine().parameters(),
             .explanation = M.explain()};
  out.values = {{"term_1", value(theorem.first)},
                {"term_2", value(theorem.second)},
                {"ratio", value(theorem.ratio)},
                {"ratio_needed", value(theorem.needed)},
                {"divergence", truth}};
  out.value = marked(out.value, out.value.reached() && truth.reached());
  add_findings(theorem, question, &out);
  return out;
}

AllMembers members_of_theorem(const Query& question, bool) {
  AllMembers out{.values = {.needed = {"term_1", "term_2", "ratio", "ratio_needed", "divergence"}},
                 .findings = {.needed = {"condition", "smallest_N_of_condition"}}};
  if (question.text("target")) {
    auto& needed = out.findings.needed;
    needed.insert(needed.end(), {"N", "N_tilde", "N_alone", "N_tilde_alone", "N_tilde_most"});
  }
  return out;
}

bool all_symmetric(const std::string& expression) {
  const Composition composition = Composition::parse(expression);
  return std::all_of(composition.factors().begin(), composition.factors().end(),
                     [](const Factor& f) { return known_symmetric(f.mechanism); });
}

std::string theorem_meaning(const ProvedAnswer& proved) {
  std::string out =
      "The bound of Theorem 3 (Kaissis et al. 2024) on how much larger the best attacker's error "
      "can be under " +
      std::string("the first mechanism than under the second") +
      ". The theorem assumes symmetric trade-off functions.";
  // Symmetry is computed from the mechanisms, not read from the certificate.
  if (!all_symmetric(proved.query.mechanism) || !all_symmetric(proved.query.other)) {
    return out +
           " These two mechanisms do not both have one: the theorem proves nothing here, for any "
           "numbers of runs.";
  }
  const std::string condition = proved.finding("condition");
  if (condition.empty()) return out;
  out += " Its condition " + (condition == "undecided" ? "is not decided" : condition) + ".";
  if (condition == "undecided") return out;
  if (condition != "holds") out += " So the bound proves nothing here.";
  const std::string target = proved.query.text("target").value_or(""), N = proved.finding("N"),
                    N_tilde = proved.finding("N_tilde");
  if (target.empty() || N.empty() || N_tilde.empty()) return out;
  if (N == "undecided" || N_tilde == "undecided") return out;
  if (N == "none")
    return out + " No numbers of runs in this ratio prove a bound below " + target + ".";
  return out + std::string(" From ") + N + " and " + N_tilde +
         " runs on (same ratio) the bound is below " + target + ".";
}

Quantity part(const std::string& name, const std::string& summary,
              Answer (*answer)(const Query&, const Effort&, OtherPath&)) {
  return {.name = name,
          .summary = summary,
          .subject = Subject::two_mechanisms,
          .usual = Direction::forward,
          .answer = answer};
}

}  // namespace

QuantityFamily berry_esseen_entries() {
  using Bound = BerryEsseenBound;
  return {
      {.name = "theorem3",
       .summary = "bound of Theorem 3 with its terms, its condition and the true divergence",
       .subject = Subject::two_mechanisms,
       .arguments = {{.name = "target", .optional = true}},
       .answer = answer_theorem,
       .certificate =
           CertificateEntry{.computed = Computed::by_transform, .members = members_of_theorem},
       .words = {.proved = theorem_meaning,
                 .values = {{"term_1", "The bound's term of the first mechanism"},
                            {"term_2", "The bound's term of the second mechanism"},
                            {"ratio", "The condition: N1/N2"},
                            {"ratio_needed", "The condition: the smallest admissible N1/N2"},
                            {"divergence", "The true largest increase of that error"}}}},
      part("theorem3_bound", "bound of Theorem 3", answer_part<&Bound::bound>),
      part("theorem3_first", "its first term", answer_part<&Bound::first>),
      part("theorem3_second", "its second term", answer_part<&Bound::second>),
      part("theorem3_ratio", "N/N~, left side of its condition", answer_part<&Bound::ratio>),
      part("theorem3_needed", "eta~^2/eta^2, right side of its condition",
           answer_part<&Bound::needed>),
  };
}

}  // namespace plumbline
