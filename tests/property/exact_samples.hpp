/// Random pairs whose truth is known exactly, of the kinds that searches trip over: zeros, ties,
/// atoms that nearly coincide, tiny atoms, and arguments at or just beside the corners.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "tests/support.hpp"
#include "tests/witness_exact.hpp"

namespace plumbline::testing {

unsigned sweep_seed();

/// A composition with its law. Where e^epsilon is irrational the masses are within 10^-460 of those
/// of the law, and exact values are off by less than `slack`.
struct ExactSample {
  std::string expression;
  fractions::Law law;
  Rational slack;

  fractions::Polygon polygon(Direction direction) const;
  fractions::Range about(const Rational& value) const { return {value - slack, value + slack}; }
};

/// Makes samples and arguments that are delicate at `digits` digits.
class ExactSampler {
 public:
  ExactSampler(Random& random, int digits) : random_(random), digits_(digits) {}

  /// finite(...)^n or a product of two, at most three steps.
  ExactSample finite();
  /// Two randomized responses whose losses nearly coincide, or one twice the other's nearly.
  ExactSample responses();
  /// Mechanisms with a rational epsilon (so e^epsilon is not): responses, total_variation_dp and
  /// approximate_dp, two factors whose losses nearly coincide or are commensurable.
  ExactSample transcendental();
  ExactSample any();
  /// One step of at most that many outcomes, before what is done to make it delicate.
  fractions::Law pair(int most_outcomes);

  /// In [0, 1], at or near a corner.
  Rational level(const fractions::Polygon& polygon);
  Rational prior(const fractions::Polygon& polygon);
  /// A decimal at or near the logarithm of a corner.
  Rational epsilon(const fractions::Polygon& polygon);
  /// In (0, 1), delta at or near a corner.
  Rational delta(const fractions::Polygon& polygon);

  /// +-j 10^-k with k about the digits, twice these, or far beyond.
  Rational nudge();
  /// x, x nudged, or x cut to a decimal.
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
  std::optional<int> places_{};  ///< of arguments, where corners are long binary fractions
};

/// One step of a mechanism with a rational epsilon.
ExactSample response_sample(const Rational& epsilon);
ExactSample approximate_dp_sample(const Rational& epsilon, const Rational& delta);
ExactSample total_variation_sample(const Rational& epsilon, const Rational& eta);

/// The decimal of that many places at or below x.
Rational cut(const Rational& x, int places);
/// "finite(P=[...],Q=[...])"
std::string finite_text(const fractions::Law& law);

}  // namespace plumbline::testing
