#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/questions/entries/prior_words.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

std::string meaning_of_posterior(const Query& question) {
  return "The largest probability with which any attacker tells two neighbouring data sets apart "
         "rightly, thinking " +
         data_set_of_prior(question.direction) + " likely with probability {}";
}

}  // namespace

Quantity posterior_entry() {
  return {.name = "posterior",
          .summary = "success 1 - R(prior) of the Bayes-optimal membership decision",
          .arguments = {{.name = "prior", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return posterior(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::success,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{},
          .words = {.explained = meaning_of_posterior, .example = " --prior 1/3"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
