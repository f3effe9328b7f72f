/// Sums of numbers, which are permitted in the lists of an expression: 1-exp(-1), 1/2+log(2)/4.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

/// A rational plus multiples of irrational numbers. Sums with the same irrational numbers are compared exactly.
class NumberSum {
 public:
  NumberSum(const Rational& x = Rational(0)) : rational_(x) {}  // NOLINT: a rational is a sum
  /// Parses numbers (number.hpp) joined by + and -. Throws std::invalid_argument, naming the text.
  static NumberSum read(std::string_view text);

  bool is_rational() const { return terms_.empty(); }
  bool is_known_as(const Rational& x) const { return is_rational() && rational_ == x; }
  /// Returns the value, which is rational if the sum is known to be.
  Real value() const;
  /// Returns a text that read() parses as the same sum.
  std::string text() const;

  friend NumberSum operator+(const NumberSum& a, const NumberSum& b) { return a.plus(b, true); }
  friend NumberSum operator-(const NumberSum& a, const NumberSum& b) { return a.plus(b, false); }
  /// Returns true if the sums are equal term by term. Two sums with different terms may still be equal: sqrt(8) and
  /// 2*sqrt(2).
  friend bool same_terms(const NumberSum& a, const NumberSum& b) {
    return (a - b).is_known_as(Rational(0));
  }

 private:
  NumberSum plus(const NumberSum& other, bool added) const;

  Rational rational_;
  std::map<std::string, Rational> terms_;  ///< irrational numbers as text, and their multiples
};

}  // namespace plumbline
