/// A real number known to any precision: a rational, or a function that encloses it. The value
/// epsilon = log(pi/(1-pi)) of a prior, say, is not rational, yet must be sharpened on request.
#pragma once

#include <functional>
#include <optional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

class Real {
 public:
  Real(const Rational& q)
      : exact_(q), at_([q](Bits p) { return Ball(q, p); }) {}  // NOLINT: a rational is a real
  /// `at` returns, for every precision, a ball that contains the number.
  explicit Real(std::function<Ball(Bits)> at) : at_(std::move(at)) {}

  /// The value of an exact ball (a threshold found by a search, say).
  static Real exactly(const Ball& x) {
    return Real([x](Bits p) { return x.at(wider(p, x.precision())); });
  }

  Ball operator()(Bits p) const { return at_(p); }
  double approximate() const { return at_(Bits{128}).approximate(); }
  /// The value when it is a known rational: lets exact comparisons be exact.
  const std::optional<Rational>& rational() const { return exact_; }

  friend Real operator-(const Real& x) {
    if (x.exact_) return Real(-*x.exact_);
    return Real([at = x.at_](Bits p) { return -at(p); });
  }

 private:
  std::optional<Rational> exact_;
  std::function<Ball(Bits)> at_;
};

}  // namespace plumbline
