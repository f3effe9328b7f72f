/// Sentences that state whether an attack refutes a claim or a mechanism.
#pragma once

#include "verify/statement/attack_names.hpp"
#include "verify/statement/bound.hpp"

namespace plumbline::page {

/// The sentence "The attack refutes, with 95 % confidence, that what was attacked is (1.38, 0.00001)-DP. The p-value
/// ..."
class RefutingClaim : public PageClaim {
 public:
  enum class Verdict { refuted, not_refuted, undecided };

  /// `attack` and `mechanism` are the names in the sentence; `mechanism` is empty for a claim of (epsilon, delta)-DP.
  RefutingClaim(const Certificate& certificate, size_t at, Verdict verdict, std::string attack,
                std::string mechanism);
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  std::string claimed() const;
  /// Returns the claim as the sentence names it. If only one direction was tested and the claim is not refuted, the
  /// text also names this direction.
  std::string target() const;

  size_t certificate_;
  Verdict verdict_;
  std::string attack_, mechanism_;
  bool of_all_neighbours_ = true;  ///< the claim is about a mechanism, not only about a pair
  std::string direction_;
  /// Number of records in the group of the claim; empty if the attack is on at least as many records.
  std::string promised_group_;
  Rational confidence_, p_value_;
  std::optional<Rational> epsilon_, delta_;
};

/// Returns the verdict of the certificate, as far as the check proved it.
RefutingClaim::Verdict refuting_verdict(const CheckResult& result);

/// Returns true if the certificate with index `attack` is about an attack that refutes the mechanism that it tests, or
/// the promise of another certificate.
bool refutes_mechanism(const Evidence& evidence, size_t attack);

/// The sentence "Do not rely on other promises on this page either, if what was attacked is the certified run: ..."
class RelyingClaim : public PageClaim {
 public:
  /// `refuting` are the certificates of attacks that refute a promise or a mechanism.
  RelyingClaim(std::vector<size_t> refuting, size_t mechanisms)
      : refuting_(std::move(refuting)), mechanisms_(mechanisms) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  std::vector<size_t> refuting_;
  size_t mechanisms_;
};

}  // namespace plumbline::page
