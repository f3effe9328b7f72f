/// Epsilons that accompany a training run's own epsilon, as `certify dpsgd --loader` writes them: the value that some
/// data sets of the run attain, and the result of an accountant of Poisson sampling. Neither number is a bound on the
/// run.
#pragma once

#include <optional>
#include <string>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// Returns the role of such a number as the first words of its explanation; empty for other numbers.
std::string role_words(const Certificate& certificate);

/// The sentence about an accountant's number for a run, next to the proved epsilon of the run and the value of some
/// data sets.
class CallClaim : public PageClaim {
 public:
  struct Places {
    size_t call = 0, proved = 0;
    std::optional<size_t> data_sets{};
  };

  CallClaim(const Evidence& evidence, const Places& places);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  bool is_too_small() const { return factor_.has_value(); }

  Places places_;
  std::string about_;  ///< description of the neighbours, unless a record is added or removed
  Rational said_, said_at_;
  std::optional<Rational> least_, least_at_, factor_;
};

/// Returns the claim about the accountant's number of the i-th certificate, with the preceding certificates of the
/// same run. Null if the number is not an accountant's or was not confirmed, or if no certificate of the run's own
/// epsilon precedes it.
std::shared_ptr<const CallClaim> call_claim(const Evidence& evidence, size_t i);

}  // namespace plumbline::page
