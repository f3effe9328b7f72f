/// Sentences that state a bound: for all neighbours, for two data sets, or only for a pair.
#pragma once

#include "verify/statement/bound.hpp"

namespace plumbline::page {

/// The effect of the attacks of a page on the promise that a sentence repeats: an attack refutes this promise
/// (refuted), or another promise of the same mechanism (of_refuted_mechanism); otherwise plain.
enum class PromiseStanding { plain, refuted, of_refuted_mechanism };

/// The sentence "No attack tells members from non-members with an advantage (true positive rate minus false positive
/// rate) above 22.4 %."
class BoundClaim : public PageClaim {
 public:
  /// `noun` is the quantity as a noun phrase with its argument: "The Renyi divergence of order 2".
  BoundClaim(Bound bound, std::string noun, PromiseStanding standing = PromiseStanding::plain);

  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Bound bound_;
  std::string noun_;
  PromiseStanding standing_;
};

/// Returns the beginning of a sentence: the subject of the number, and a note if an attack refutes it.
std::string beginning(const std::string& name, PromiseStanding standing);

/// Returns the quantity of the certificate as a noun phrase, with the argument that the bound states.
std::string noun_of(const Certificate& certificate, const Bound& bound);

/// Returns "at most 0.5", "between 0.4 and 0.5" or "exactly 1".
std::string range_text(const std::optional<Rational>& lower, const std::optional<Rational>& upper,
                       bool as_share);

}  // namespace plumbline::page
