/// The public numbers of both data sets, on which the analysis of a mechanism depends.
#pragma once

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// The sentence "These numbers are public and the same in both data sets: batch = 10, n = 100."
class PublicClaim : public PageClaim {
 public:
  /// `facts` is public_sentence() of the mechanism. `name` is the name of the mechanism, if the page has several.
  /// `other` is true for the certificate's second mechanism.
  PublicClaim(size_t certificate, bool other, std::string facts, std::string name)
      : certificate_(certificate),
        other_(other),
        facts_(std::move(facts)),
        name_(std::move(name)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  bool other_;
  std::string facts_, name_;
};

}  // namespace plumbline::page
