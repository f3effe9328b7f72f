/// The parser of numbers in the written grammar.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "reference/arithmetic/numbers/number.hpp"

namespace plumbline::numbers {

enum class Function { log, exp, sqrt };

/// The irrational factor of a number: a function of a rational, or its reciprocal. The argument of a root may have an
/// irrational factor, which is not a root itself.
struct Irrational {
  Function function;
  Rational argument;
  bool reciprocal = false;
  std::shared_ptr<const Irrational> factor{};

  Ball operator()(Bits p) const;
  /// The text without the reciprocal.
  std::string text() const;
};

/// A rational, and an irrational factor if there is one.
struct Written {
  Rational rational;
  std::optional<Irrational> irrational;
};

/// The text that NumberReader reads back.
std::string text_of(const Written& x);

/// Recursive descent over the text. Throws std::invalid_argument.
class NumberReader {
 public:
  explicit NumberReader(std::string_view whole);
  Written all();

 private:
  [[noreturn]] void refuse(const std::string& why = "") const;
  /// Rejects a well-formed number beyond the limits.
  [[noreturn]] void refuse_size(const std::string& limit) const;
  [[noreturn]] void refuse_exponent() const;
  void skip_blanks();
  bool take(char c);
  bool take_word(std::string_view word);
  /// Returns true if a sign was read, and is a minus.
  bool take_minus();
  Rational short_enough(Rational x) const;
  Written product();
  void multiply(const Written& by, bool divided, Written* out) const;
  Written factor();
  Written power_of_plain();
  long exponent_digits();
  Written plain();

  /// A function of the following text, up to the closing parenthesis.
  Written applied(Function function);

  /// The root of a rational times a logarithm or an exponential.
  Written root_of_irrational(Function function, const Written& argument) const;

  /// Parentheses are nested at most once, in the argument of a root, so that no text is nested deeply.
  Written product_inside();

  /// The digits at this position, and the number of digits after a point.
  std::string mantissa(int base, long* after_point);

  /// `digits[.digits]` and an optional exponent: e for base 10 (power of 10), p for base 16 (power
  /// of 2).
  Rational digits(int base);

  std::string_view whole_, text_;
  size_t at_ = 0;
  int inside_ = 0;
};

}  // namespace plumbline::numbers
