/// Random pairs with exactly known answers, of kinds that are difficult for searches: zeros, ties, almost equal
/// atoms, tiny atoms, and arguments at or close to corners.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "tests/support.hpp"
#include "tests/witness_exact.hpp"

namespace plumbline::testing {

unsigned sweep_seed();

/// A composition with its law. If e^epsilon is irrational the masses are within 10^-460 of those of the law, and the
/// error of exact values is below `slack`.
struct ExactSample {
  std::string expression;
  fractions::Law law;
  Rational slack;

  fractions::Polygon polygon(Direction direction) const;
  fractions::Range about(const Rational& value) const { return {value - slack, value + slack}; }
};

/// Generates samples and arguments that are difficult at `digits` digits.
class ExactSampler {
 public:
  ExactSampler(Random& random, int digits) : random_(random), digits_(digits) {}

  /// Returns finite(...)^n or a product of two, at most three steps.
  ExactSample finite();
  /// Returns two randomized responses whose losses are almost equal, or one almost twice the other.
  ExactSample responses();
  /// Returns mechanisms with a rational epsilon (and irrational e^epsilon): responses, total_variation_dp and
  /// approximate_dp, two factors whose losses are almost equal or commensurable.
  ExactSample transcendental();
  ExactSample any();
  /// Returns one step with at most that many outcomes, before it is modified to be difficult.
  fractions::Law pair(int most_outcomes);

  /// Return a number in [0, 1], at or near a corner.
  Rational level(const fractions::Polygon& polygon);
  Rational prior(const fractions::Polygon& polygon);
  /// Returns a decimal at or near the logarithm of a corner.
  Rational epsilon(const fractions::Polygon& polygon);
  /// Returns a number in (0, 1): delta at or near a corner.
  Rational delta(const fractions::Polygon& polygon);

  /// Returns +-j 10^-k with k near `digits`, near twice `digits`, or much larger.
  Rational nudge();
  /// Returns x, x plus a nudge, or x truncated to a decimal.
  Rational beside(const Rational& x);

 private:
  Rational loss();
  Rational total_variation(const Rational& epsilon);
  fractions::Law small_pair(int most_outcomes);
  fractions::Law nearly_tied(const fractions::Law& law);
  fractions::Law with_tiny_atom(const fractions::Law& law);
  Rational small_fraction(int most);

  Random& random_;
  int digits_;
  /// Decimal places of arguments, if corners are long binary fractions.
  std::optional<int> places_{};
};

/// Return one step of a mechanism with a rational epsilon.
ExactSample response_sample(const Rational& epsilon);
ExactSample approximate_dp_sample(const Rational& epsilon, const Rational& delta);
ExactSample total_variation_sample(const Rational& epsilon, const Rational& eta);

/// Returns x rounded down to a decimal with that many places.
Rational cut(const Rational& x, int places);
/// Returns "finite(P=[...],Q=[...])".
std::string finite_text(const fractions::Law& law);

}  // namespace plumbline::testing
