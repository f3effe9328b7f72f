/// The parser of the grammar of number.hpp.
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
  /// Returns the text of the function; if `reciprocal` is true, this is not the text of the reciprocal.
  std::string text() const;
};

/// A rational, and an irrational factor if there is one.
struct Written {
  Rational rational;
  std::optional<Irrational> irrational;
};

/// Returns a text that NumberReader parses as the same number.
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
  /// Skips an optional sign. Returns true if it is a minus.
  bool take_minus();
  Rational short_enough(Rational x) const;
  Written product();
  void multiply(const Written& by, bool divided, Written* out) const;
  Written factor();
  Written power_of_plain();
  long exponent_digits();
  Written plain();

  /// Parses the argument of a function, up to the closing parenthesis, and returns the value of the function.
  Written applied(Function function);

  /// Returns the root of a rational times a logarithm or an exponential.
  Written root_of_irrational(Function function, const Written& argument) const;

  /// Parses a product inside parentheses. Only the argument of a root may contain a further pair of parentheses, so
  /// that no text is nested deeply.
  Written product_inside();

  /// Returns the digits at this position. `after_point` receives the number of digits after the point.
  std::string mantissa(int base, long* after_point);

  /// Parses `digits[.digits]` and an optional exponent: e for base 10 (a power of 10), p for base 16 (a power of 2).
  Rational digits(int base);

  std::string_view whole_, text_;
  size_t at_ = 0;
  int inside_ = 0;
};

}  // namespace plumbline::numbers
