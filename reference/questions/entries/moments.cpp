/// Moments and cumulants of the loss.
#include "reference/quantities/moments.hpp"

#include <stdexcept>

#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the moments of the loss of the composition, in the reverse direction if it is requested, otherwise in the
/// forward direction.
Moments moments_of(const Query& question, const Effort& effort) {
  return refined_moments(Composition::parse(question.mechanism),
                         question.direction == Direction::reverse, effort);
}

template <auto part>
Answer answer_moment(const Query& question, const Effort& effort, OtherPath&) {
  return {(moments_of(question, effort).*part).value()};
}

Answer answer_cumulant(const Query& question, const Effort& effort, OtherPath&) {
  const Moments m = moments_of(question, effort);
  const long order = question.whole("order");
  if (order < 1 || order > 6) throw std::invalid_argument("order must be 1 to 6");
  return {m.cumulants.at(static_cast<size_t>(order) - 1).value()};
}

/// Answers with v1 as the value; the other moments and the cumulants are further values. eta, which is v1 over the
/// standard deviation of the loss, is omitted if the loss is constant.
Answer answered(const Composition& composition, const Moments& m) {
  if (m.infinite()) return infinite_answer("transform");
  Answer out{.value = *m.v1, .explanation = "engine: " + m.v1->engine()};
  const bool single = composition.single();
  out.values = {
      {"v2", *m.v2}, {single ? "v3" : "sum_v3", *m.v3}, {single ? "v4" : "sum_v4", *m.v4}};
  const bool undefined = m.v2->value().is_exactly_zero();
  if (m.eta->value().is_finite() || !undefined) out.values.push_back({"eta", *m.eta});
  for (size_t n = 0; n < m.cumulants.size(); ++n) {
    out.values.push_back({"cumulant" + std::to_string(n + 1), *m.cumulants[n]});
  }
  bool reached = out.value.reached();
  for (const NamedValue& value : out.values) reached = reached && value.value.reached();
  out.alone = out.value;
  out.value = marked(out.value, reached);
  return out;
}

Answer answer_moments(const Query& question, const Effort& effort, OtherPath& path) {
  const Composition composition = Composition::parse(question.mechanism);
  const bool reverse = question.direction == Direction::reverse;
  return answered(composition,
                  refined_moments(composition, reverse, effort, [&](const Moments& best) {
                    if (path.so_far) path.so_far(answered(composition, best));
                  }));
}

Answer certain_of_moments(const Query& question, const std::string&) {
  return answered(Composition::parse(question.mechanism), certain_moments());
}

AllMembers members_of_moments(const Query& question, bool found) {
  AllMembers out{.findings = {.allowed = {"infinite"}}};
  if (found) return out;
  const bool single = Composition::parse(question.mechanism).single();
  out.values.needed = {"v2", single ? "v3" : "sum_v3", single ? "v4" : "sum_v4"};
  for (int n = 1; n <= 6; ++n) out.values.needed.push_back("cumulant" + std::to_string(n));
  out.values.allowed = {"eta"};
  return out;
}

Quantity moment(const std::string& name, const std::string& summary,
                Answer (*answer)(const Query&, const Effort&, OtherPath&)) {
  return {.name = name, .summary = summary, .usual = Direction::forward, .answer = answer};
}

}  // namespace

QuantityFamily moment_entries() {
  Quantity cumulant = moment("cumulant", "cumulant of the loss, order 1 to 6", answer_cumulant);
  cumulant.arguments = {{.name = "order"}};
  return {
      {.name = "moments",
       .summary = "moments v1 to v4, eta and cumulants of the loss",
       .directions = Directions::one_way,
       .usual = Direction::forward,
       .answer = answer_moments,
       .certain = certain_of_moments,
       .dangerous = DangerousSide::below,
       .certificate =
           CertificateEntry{.computed = Computed::by_transform, .members = members_of_moments},
       .words = {.meaning = "The expected privacy loss v1 (Kullback-Leibler divergence) of this "
                            "direction",
                 .values = {{"v2", "v2: the expected square of the privacy loss"},
                            {"v3", "v3: the third absolute central moment of the loss"},
                            {"v4", "v4: the third absolute moment of the loss"},
                            {"sum_v3",
                             "Sum over the runs of v3, the third absolute central moment of a "
                             "run's loss"},
                            {"sum_v4",
                             "Sum over the runs of v4, the third absolute moment of a run's loss"},
                            {"eta", "eta: expected loss over its deviation"},
                            {"cumulant", "Cumulant of the loss, of order {}"}},
                 .first = "v1"}},
      moment("v1", "KL divergence: minus the mean of log|f'|", answer_moment<&Moments::v1>),
      moment("v2", "second moment of the loss", answer_moment<&Moments::v2>),
      moment("v3", "sum over steps of the absolute third central moment",
             answer_moment<&Moments::v3>),
      moment("v4", "sum over steps of the absolute third moment", answer_moment<&Moments::v4>),
      moment("eta", "v1 over the standard deviation of the loss", answer_moment<&Moments::eta>),
      cumulant,
  };
}

}  // namespace plumbline
