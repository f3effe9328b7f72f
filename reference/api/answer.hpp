/// What the library is asked with, and what it answers.
#pragma once

#include <concepts>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>

#include "reference/mechanisms/neighbours/direction.hpp"

namespace plumbline::api {

/// An exact number: text as the program reads it ("0.1" is 1/10, "1/3", "1e-5", a C hex float), or
/// exactly a double (0.1 is then 3602879701896397 / 2^55).
class ExactText {
 public:
  ExactText(const char* text) : text_(text) {}
  ExactText(std::string text) : text_(std::move(text)) {}
  template <std::integral T>
  ExactText(T n) : text_(std::to_string(n)) {}
  /// Throws std::invalid_argument on nan and inf.
  ExactText(double x);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct AskOptions {
  Direction direction = Direction::worst;
  int digits = 15;              ///< relative width at most 10^-digits; 1 to 10000
  std::string engine = "auto";  ///< or a name of engine_names()
  /// Asked now and then: true ends the work. The answer is correct all the same, and not `reached`.
  std::function<bool()> stop{};
};

/// A double that bounds an exact number from one side. It converts to double. A stream prints it in full, as a decimal on
/// the same side of the number, whatever the stream's precision: six digits of a plain double are rounded to the nearest,
/// which may lie on the wrong side. It is not trivially copyable, so that compilers refuse to pass it to printf.
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
  /// The shortest decimal that reads back as this double and does not pass it: "0.22326034090000002"; "inf" and "-inf".
  std::string text() const;

 private:
  double x_ = 0;
  Side side_ = Side::below;
};

std::ostream& operator<<(std::ostream& out, const BoundingDouble& x);

/// A certified value: the exact one lies between its bounds.
struct CertifiedAnswer {
  std::string lower, upper;  ///< decimals rounded outward; "-inf" and "inf" where nothing is known
  BoundingDouble least, most;  ///< the doubles closest to these from outside
  bool reached = false;        ///< the digits asked were reached
  std::string engine;          ///< that computed it
};

}  // namespace plumbline::api
