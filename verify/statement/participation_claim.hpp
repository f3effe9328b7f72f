/// The condition on what a record contributes: the steps in which it takes part (matrix mechanisms, random allocations)
/// or the keys that it alone has (`thresholded`). The numbers of the page depend on this condition.
#pragma once

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// Returns the condition of an expression on each record, in words, with long numbers rounded to the private side;
/// empty if no mechanism of the expression has a condition.
std::string participation_of(const std::string& expression);

/// The sentence "These numbers need that each record takes part in at most 4 of the 100 steps, at least 25 steps
/// apart, and ..."
class ParticipationClaim : public PageClaim {
 public:
  /// `name` is the name of the mechanism, if the page has several. `other` is true for the certificate's second
  /// mechanism.
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
