/// The smallest rho of zero-concentrated differential privacy. With `up_to`, only orders up to this number count, as
/// for truncated concentrated differential privacy.
#include "reference/quantities/conversion/least_rho.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

Answer rho_answer(const Extended& value) {
  if (value.is_infinite()) return infinite_answer("transform");
  return {.value = *value, .explanation = "engine: " + value->engine()};
}

Answer answer_rho(const Query& question, const Effort& effort, OtherPath& path) {
  const Composition composition = Composition::parse(question.mechanism);
  RhoOrders orders;
  if (!question.at.empty()) orders.up_to = question.number("up_to");
  const auto compute = [&](const Effort& step) {
    return least_rho(composition, orders, question.direction, step);
  };
  return rho_answer(refined(compute, effort, [&](const Extended& best) {
    if (path.so_far) path.so_far(rho_answer(best));
  }));
}

/// Computes rho over the orders from 1 to `up_to`; `up_to` = 0 means all orders.
Extended compute_rho(PrivacyProfile& profile, const Real& up_to, const Effort& effort) {
  RhoOrders orders;
  if (!up_to.is_known_as(Rational(0))) orders.up_to = up_to.as_rational();
  return least_rho(profile.composition(), orders, profile.direction(), effort);
}

Answer certain_rho(const Query&, const std::string&) { return {.value = certain_renyi()}; }

AllMembers members_of_rho(const Query&, bool) { return {.findings = {.allowed = {"infinite"}}}; }

std::string meaning_of_rho(const Query& question) {
  const std::string up_to =
      question.at.empty() ? "" : ", of the orders up to " + question.at.front().second + " alone";
  return "The least rho of zero-concentrated differential privacy: the supremum of the Renyi "
         "divergence of order a over a, between the outputs of two neighbouring data sets" +
         up_to;
}

}  // namespace

Quantity rho_entry() {
  return {.name = "rho",
          .summary = "least rho of concentrated differential privacy",
          .arguments = {{.name = "up_to", .domain = Domain::positive, .optional = true}},
          .compute = compute_rho,
          .answer = answer_rho,
          .certain = certain_rho,
          .dangerous = DangerousSide::below,
          .certificate =
              CertificateEntry{.computed = Computed::by_transform, .members = members_of_rho},
          .words = {.explained = meaning_of_rho, .by_value = true},
          .claims = ClaimEntry{.names = {{"rho", {{"up_to", "up_to"}}}, {"zcdp"}},
                               .shown = "rho",
                               .command = {"convert", " --to zcdp"}}};
}

}  // namespace plumbline
