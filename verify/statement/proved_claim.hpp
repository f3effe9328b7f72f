/// The sentence for a quantity whose registry entry has its own words for the proved result.
#pragma once

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// The sentence "A, beside B: The bound of Theorem 3 ... Its condition holds. The number is at most 0.0123."
class ProvedClaim : public PageClaim {
 public:
  ProvedClaim(const Evidence& evidence, size_t certificate, std::string names);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string names_, words_;
  Rational upper_;
};

}  // namespace plumbline::page
