/// Sentences about two mechanisms.
#pragma once

#include <string>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// The subject of a comparison of two pairs: the mechanisms, if their relations and groups agree and each pair is
/// dominating or attained as the comparison requires; otherwise only the two pairs.
enum class ComparedSubject { mechanisms, pairs };

/// Returns the sentence that a comparison is only about the two pairs; empty if the comparison is also about the
/// mechanisms (ComparedSubject).
std::string compared_basis(const Certificate& certificate);

/// The sentence "The smallest error of an attacker under A is at most 1.23 % larger than under B, ...".
class DivergenceClaim : public PageClaim {
 public:
  DivergenceClaim(const Certificate& certificate, size_t at, std::string first, std::string second);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string first_, second_, direction_, weight_;
  ComparedSubject subject_;
  Rational upper_;
};

/// The sentence "A is at least as private as B, whatever the attacker."
class VerdictClaim : public PageClaim {
 public:
  VerdictClaim(const Certificate& certificate, size_t at, std::string first, std::string second);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  std::string first_, second_, direction_, verdict_, margin_;
  ComparedSubject subject_;
};

}  // namespace plumbline::page
