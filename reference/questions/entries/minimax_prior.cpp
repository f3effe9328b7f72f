#include "reference/quantities/tradeoff/membership.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/questions/entries/prior_words.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

std::string meaning_of_minimax_prior(const Query& question) {
  if (question.direction == Direction::worst) {
    return "A prior that is hardest for attackers under the largest convex function below the "
           "trade-off functions of both directions";
  }
  return "A prior that is hardest for attackers, the probability of " +
         data_set_of_prior(question.direction);
}

}  // namespace

Quantity minimax_prior_entry() {
  return {.name = "minimax_prior",
          .summary = "a prior (of H0) at which R is largest",
          .compute = [](PrivacyProfile& profile, const Real&, const Effort& effort) -> Extended {
            return minimax(profile, effort).prior;
          },
          .of_profile = true,
          .probability = true,
          .several = true,
          .certificate = CertificateEntry{},
          .words = {.explained = meaning_of_minimax_prior},
          .claims = ClaimEntry{}};
}

}  // namespace plumbline
