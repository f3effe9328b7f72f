/// Epsilons that stand beside a training run's own, as `certify dpsgd --loader` writes them: what some data sets of
/// the run have, and what an accountant of Poisson sampling says of it. Neither is a bound of the run.
#pragma once

#include <optional>
#include <string>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// Returns the role of such a number, before its meaning; empty for others.
std::string role_words(const Certificate& certificate);

/// An accountant's number for a run, next to its proved epsilon and the value of some data sets.
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
  std::string about_;  ///< whose neighbours, where no record is added or removed
  Rational said_, said_at_;
  std::optional<Rational> least_, least_at_, factor_;
};

/// The claim about an accountant's number, the i-th certificate, with those of the same run that were certified
/// before it. Null where it is no accountant's, was not confirmed, or no number of a run stands before it.
std::shared_ptr<const CallClaim> call_claim(const Evidence& evidence, size_t i);

}  // namespace plumbline::page
