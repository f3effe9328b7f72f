#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/questions/entries/prior_words.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

std::string meaning_of_bayes(const Query& question) {
  return "The smallest error of any attacker who tells two neighbouring data sets apart, "
         "thinking " +
         data_set_of_prior(question.direction) + " likely with probability {}";
}

}  // namespace

Quantity bayes_entry() {
  return {.name = "bayes",
          .summary = "minimum Bayes error R(prior)",
          .arguments = {{.name = "prior", .domain = Domain::level}},
          .compute = [](PrivacyProfile& profile, const Real& at, const Effort& effort) -> Extended {
            return bayes_error(profile, at.as_rational(), effort);
          },
          .of_profile = true,
          .probability = true,
          .reading = Reading::bayes,
          .dangerous = DangerousSide::above,
          .certificate = CertificateEntry{},
          .words = {.explained = meaning_of_bayes, .example = " --prior 1/3"},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
