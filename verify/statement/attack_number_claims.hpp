/// Sentences about single results of attacks, and about all attacks together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// A result of an attack that is not a bound on a quantity of a mechanism, so that no promise is compared with it:
/// limits of error rates, a mu, a success probability.
class FoundNumberClaim : public PageClaim {
 public:
  FoundNumberClaim(const Certificate& certificate, size_t at, std::string attack);
  std::string text() const override { return text_; }
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string attack_, text_;
  bool at_most_;
  std::vector<std::pair<std::string, Rational>> numbers_;  ///< by field
};

/// All attacks of a page together, with the sum of their probabilities of error.
class TogetherClaim : public PageClaim {
 public:
  explicit TogetherClaim(std::vector<Rational> errors) : errors_(std::move(errors)) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Rational sum() const;
  std::vector<Rational> errors_;
};

}  // namespace plumbline::page
