/// Questions to the library, and their answers.
#pragma once

#include <concepts>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline::api {

/// A character or truth value. C++ treats these types as integer types, but their values are not meant as numbers.
template <class T>
concept NoNumber = std::same_as<T, bool> || std::same_as<T, char> || std::same_as<T, signed char> ||
    std::same_as<T, unsigned char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;
template <class T>
concept WholeNumber = std::integral<T> && !NoNumber<T>;

/// An exact number: a text in the grammar of the program ("0.1" is 1/10; "1/3"; "1e-5"; a C hex float), or the exact
/// value of a double (0.1 is then 3602879701896397 / 2^55).
class Number {
 public:
  Number(const char* text) : text_(text) {}
  Number(std::string text) : text_(std::move(text)) {}
  template <WholeNumber T>
  Number(T n) : text_(std::to_string(n)) {}
  /// Rejects characters and truth values: otherwise '1' would be 49, and true 1.
  template <NoNumber T>
  Number(T) = delete;
  /// The exact value of a double. Throws std::invalid_argument on nan and inf.
  Number(double x);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Options {
  Direction direction = Direction::worst;
  /// Requested relative digits: a relative width of at most 10^-digits; 1 to 10000.
  int digits = 15;
  std::string engine = "auto";  ///< "auto", or a name from engine_names()
  /// Called repeatedly during the work; stops it by returning true. The answer is then still correct, but not
  /// `reached`.
  std::function<bool()> stop{};
};

/// A double that bounds an exact number from one side. It converts to double. A stream prints it in full, as a
/// decimal on the same side of the number, regardless of the precision of the stream: the usual six digits of a
/// double are rounded to nearest, possibly to the wrong side. The class is not trivially copyable, so that compilers
/// refuse to pass it to printf.
class BoundingDouble {
 public:
  enum class Side { below, above };

  BoundingDouble() = default;
  BoundingDouble(double x, Side side) : x_(x), side_(side) {}
  BoundingDouble(const BoundingDouble& other) : x_(other.x_), side_(other.side_) {}
  BoundingDouble& operator=(const BoundingDouble& other) {
    x_ = other.x_;
    side_ = other.side_;
    return *this;
  }

  operator double() const { return x_; }
  Side side() const { return side_; }
  /// Returns the shortest decimal that is parsed as this double and still bounds the number: the decimal is at most
  /// this double for a lower bound, and at least this double for an upper bound. Examples are "0.22326034090000002",
  /// "inf" and "-inf".
  std::string text() const;

 private:
  double x_ = 0;
  Side side_ = Side::below;
};

std::ostream& operator<<(std::ostream& out, const BoundingDouble& x);

/// A certified value: the exact value lies between its bounds.
struct CertifiedAnswer {
  std::string lower, upper;  ///< decimals rounded outward; "-inf" and "inf" if nothing is known
  /// The nearest doubles with lower_double <= lower and upper <= upper_double.
  BoundingDouble lower_double, upper_double;
  bool reached = false;  ///< true if the answer has the requested digits
  std::string engine;    ///< name of the engine that computed the answer
  /// Deprecated, until 1.1.0: the former names of lower_double and upper_double. (An attribute would cause a warning
  /// at each construction of an answer.)
  BoundingDouble least = lower_double, most = upper_double;
};

/// Former names, available until 1.1.0.
using ExactText [[deprecated("Number in place of it")]] = Number;
using AskOptions [[deprecated("Options in place of it")]] = Options;

}  // namespace plumbline::api
