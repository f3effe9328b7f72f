/// What the library is asked with, and what it answers.
#pragma once

#include <concepts>
#include <functional>
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

/// A certified value: the exact one lies between its bounds.
struct CertifiedAnswer {
  std::string lower, upper;  ///< decimals rounded outward; "-inf" and "inf" where nothing is known
  double least = 0, most = 0;  ///< the doubles closest to these from outside
  bool reached = false;        ///< the digits asked were reached
  std::string engine;          ///< that computed it
};

}  // namespace plumbline::api
