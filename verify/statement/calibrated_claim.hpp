/// The sentence about the value of a parameter that meets a target.
#pragma once

#include "verify/statement/bound.hpp"

namespace plumbline::page {

/// The sentence "With sigma = 2.1275 or more, epsilon is at most 2 at delta = 0.00001."
class CalibratedClaim : public PageClaim {
 public:
  CalibratedClaim(const Certificate& certificate, size_t at, std::string name);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Bound bound_;  ///< the mechanism and its hypotheses; the ends of the bound are not set
  std::string parameter_, target_;
  bool above_;
  Rational value_;
};

}  // namespace plumbline::page
