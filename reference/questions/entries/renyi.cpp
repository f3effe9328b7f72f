/// Renyi divergences.
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

Extended compute_renyi(PrivacyProfile& profile, const Real& order, const Effort& effort) {
  return renyi(profile.composition(), order.as_rational(), profile.direction(), effort);
}

Answer answered(const Extended& value) {
  if (value.is_infinite()) return infinite_answer("transform");
  return {.value = *value, .explanation = "engine: " + value->engine()};
}

/// Returns the function that computes the divergence of the question's order. For the order `inf` this is the largest
/// loss.
std::function<Extended(const Effort&)> of_order(const Query& question) {
  const Composition composition = Composition::parse(question.mechanism);
  const Direction direction = question.direction;
  if (question.text("order") == "inf") {
    return [=](const Effort& step) { return max_divergence(composition, direction, step); };
  }
  const Rational order = question.number("order");
  return [=](const Effort& step) { return renyi(composition, order, direction, step); };
}

Answer answer_renyi(const Query& question, const Effort& effort, OtherPath& path) {
  return answered(refined(of_order(question), effort, [&](const Extended& best) {
    if (path.so_far) path.so_far(answered(best));
  }));
}

Answer certain_divergence_of_order(const Query&, const std::string&) {
  return {.value = certain_renyi()};
}

/// Returns the Renyi divergence as a finite number.
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
           .certain = certain_divergence_of_order,
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
