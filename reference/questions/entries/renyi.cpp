/// Renyi divergences.
#include "reference/quantities/moments.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

Extended compute_renyi(PrivacyProfile& profile, const Real& order, const Effort& effort) {
  return renyi(profile.composition(), order.as_rational(), profile.direction(), effort);
}

Answer answer_renyi(const Query& question, const Effort& effort, OtherPath&) {
  const Composition composition = Composition::parse(question.mechanism);
  const Rational order = question.number("order");
  const Extended value = refined(
      [&](const Effort& step) { return renyi(composition, order, question.direction, step); },
      effort);
  if (value.is_infinite()) return infinite_answer("transform");
  return {.value = *value, .explanation = "engine: " + value->engine()};
}

/// A number is asked for.
Answer number_renyi(const Query& question, const Effort& effort) {
  return {renyi(Composition::parse(question.mechanism), question.number("order"),
                question.direction, effort)
              .value()};
}

AllMembers members_of_renyi(const Query&, bool) { return {.findings = {.allowed = {"infinite"}}}; }

}  // namespace

QuantityFamily renyi_entries() {
  const std::vector<std::pair<std::string, std::string>> orders{{"order", "order"},
                                                                {"alpha", "order"}};
  return {{.name = "renyi",
           .summary = "Renyi divergence of an order",
           .arguments = {{.name = "order", .domain = Domain::positive}},
           .compute = compute_renyi,
           .answer = answer_renyi,
           .number = number_renyi,
           .reading = Reading::renyi,
           .dangerous = DangerousSide::below,
           .certificate =
               CertificateEntry{.computed = Computed::by_transform, .members = members_of_renyi},
           .words = {.meaning = "The Renyi divergence of order {} between the outputs of two "
                                "neighbouring data sets",
                     .by_value = true},
           .claims = ClaimEntry{.names = {{"rdp", orders}, {"renyi", orders}}, .shown = "rdp"}}};
}

}  // namespace plumbline
