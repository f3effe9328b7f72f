/// Sentences about epsilon: the guarantee, and its meaning for one person.
#pragma once

#include "verify/statement/bound_claim.hpp"

namespace plumbline::page {

/// The sentence "epsilon is at most 2.44 at delta = 0.00001. Adding or removing one record ... changes the
/// probability of every set of outcomes by a factor of at most 11.5 (e^epsilon), ...". If the equation delta(epsilon)
/// = delta has a negative solution, the sentence states that epsilon is 0.
class EpsilonClaim : public PageClaim {
 public:
  /// `bound` must hold for all neighbours.
  EpsilonClaim(Bound bound, PromiseStanding standing);

  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  bool is_needed() const { return bound_.upper->sign() > 0; }
  std::string needed_text(const std::string& delta) const;

  Bound bound_;
  PromiseStanding standing_;
  std::optional<Rational> factor_;  ///< upper bound of e^epsilon; absent if epsilon is very large
};

/// The effect of epsilon and delta on a belief about one person: "1 in 1,000 becomes at most 11.4 in 1,000".
class PersonClaim : public PageClaim {
 public:
  /// `bound` must hold for all neighbours, with an epsilon above 0.
  explicit PersonClaim(Bound bound);

  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  Bound bound_;
  Rational before_, after_;
};

}  // namespace plumbline::page
