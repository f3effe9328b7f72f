/// The meaning of the sensitivity of factors without relation= in a product with factors that have relation=replace.
#pragma once

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// Returns single_sensitivity_sentence() of an expression as typed, with long numbers rounded; empty if the
/// sensitivity has the same meaning for all factors.
std::string sensitivity_words(const std::string& expression);

/// The sentence "gaussian(sigma=1) has no relation=: the exchange of a record changes the value by at most the
/// sensitivity. ..."
class SensitivityClaim : public PageClaim {
 public:
  /// `other` is true if the sentence is about the certificate's second mechanism.
  SensitivityClaim(size_t certificate, bool other, std::string words)
      : certificate_(certificate), other_(other), words_(std::move(words)) {}
  std::string text() const override { return words_; }
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  bool other_;
  std::string words_;
};

}  // namespace plumbline::page
