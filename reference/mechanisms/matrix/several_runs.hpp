/// A pair that is a product of other pairs, for example of the rounds of one mechanism with different noise.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

class SeveralRuns final : public PairByTransform {
 public:
  struct Runs {
    Mechanism one;   ///< its transform is known
    Rational count;  ///< a positive integer
  };
  /// `runs` must not be empty. `expression` and `identity` are those of the whole composition.
  SeveralRuns(std::vector<Runs> runs, std::string expression, std::string identity);

  std::string expression() const override { return expression_; }
  std::string identity() const override { return identity_; }
  std::optional<Real> smallest_loss() const override;
  Ball transform(double c, Bits p) const override;
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override;
  Ball decay(double c, double T, Bits p) const override;
  UpperBound algebraic_decay(double c) const override;
  double log_transform(double c) const override;
  double log_decay(double c, double T) const override;

 private:
  /// If the product consists of a single pair that is run once: offers some capabilities of this pair.
  void offers(Offers* asked) const override;

  std::vector<Runs> runs_;
  std::string expression_, identity_;
};

}  // namespace plumbline
