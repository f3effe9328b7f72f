/// The condition on the steps in which a record takes part, which the numbers of a matrix mechanism or a random allocation
/// need.
#pragma once

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// Returns the condition that an expression puts on each record, in words, its long numbers rounded to the private
/// side; empty where no mechanism of it has a condition.
std::string participation_of(const std::string& expression);

/// "These numbers need that each record takes part in at most 4 of the 100 steps, at least 25 steps apart, and ..."
class ParticipationClaim : public PageClaim {
 public:
  /// `name`: of the mechanism, where the page has several. `other`: whether it is the certificate's second one.
  ParticipationClaim(size_t certificate, bool other, std::string condition, std::string name)
      : certificate_(certificate),
        other_(other),
        condition_(std::move(condition)),
        name_(std::move(name)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  bool other_;
  std::string condition_, name_;
};

}  // namespace plumbline::page
