#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/questions/entries/prior_words.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

std::string meaning_of_posterior_belief(const Query& question) {
  return "For an attacker who compares two neighbouring data sets and gives " +
         data_set_of_prior(question.direction) +
         " a probability of {} beforehand, the supremum over all outputs of the probability of the "
         "other one afterwards";
}

}  // namespace

Quantity posterior_belief_entry() {
  return {.name = "posterior_belief",
          .summary = "largest posterior probability of membership over all outputs",
          .arguments = {{.name = "prior", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return posterior_belief(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.explained = meaning_of_posterior_belief,
                    .example = " --prior 0.5 --direction reverse"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
