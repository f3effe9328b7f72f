/// A real number known to any precision: a rational, or a function that encloses the number. For example, epsilon =
/// log(pi/(1-pi)) for a prior pi is irrational, but can be enclosed to any precision.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The number offset + sum_j n_j log q_j with rational n_j and rationals q_j > 0. The equality of such numbers is
/// decidable (see LogBasis).
struct LogLinear {
  struct Term {
    Rational q, n;
  };
  Rational offset;
  std::vector<Term> logs;

  Ball operator()(Bits p) const {
    Ball sum(offset, p);
    for (const Term& term : logs) sum += log(Ball(term.q, p)) * Ball(term.n, p);
    return sum;
  }
};

class Real {
 public:
  Real(const Rational& q)
      : exact_(q), at_([q](Bits p) { return Ball(q, p); }) {}  // NOLINT: a rational is a real
  Real(const LogLinear& x) : at_(x) {                          // NOLINT: so is this number
    if (x.logs.empty()) {
      exact_ = x.offset;
    } else {
      logarithmic_ = x;
    }
  }
  /// Constructs a number. `at` returns, for every precision, a ball that contains the number. `written` is a text
  /// that read_number() (number.hpp) parses as this number, or empty.
  explicit Real(std::function<Ball(Bits)> at, std::string written = "")
      : written_(std::move(written)), at_(std::move(at)) {}

  /// Returns the value of an exact ball, for example of a threshold found by a search.
  static Real exactly(const Ball& x) {
    return Real([x](Bits p) { return x.at(wider(p, x.precision())); });
  }

  Ball operator()(Bits p) const { return at_(p); }
  double approximate() const { return at_(Bits{128}).approximate(); }
  /// Returns the value if it is a known rational, so that comparisons can be exact.
  const std::optional<Rational>& rational() const { return exact_; }
  /// Returns the rational, for callers that accept no other numbers. Throws std::invalid_argument if the number is not
  /// known to be rational.
  const Rational& as_rational() const;

  /// Returns a text that read_number() parses as the same number, if there is one; otherwise the first digits and
  /// "...".
  std::string text() const;

  /// Returns the value if it is known to be a rational plus logarithms of rationals.
  std::optional<LogLinear> log_linear() const {
    if (exact_) return LogLinear{*exact_, {}};
    return logarithmic_;
  }

  friend Real operator-(const Real& x) {
    if (x.exact_) return Real(-*x.exact_);
    if (x.logarithmic_) {
      LogLinear negated{-x.logarithmic_->offset, x.logarithmic_->logs};
      for (LogLinear::Term& term : negated.logs) term.n = -term.n;
      return Real(negated);
    }
    return Real([at = x.at_](Bits p) { return -at(p); });
  }
  friend Real operator+(const Real& x, const Real& y) {
    const std::optional<LogLinear> a = x.log_linear(), b = y.log_linear();
    if (!a || !b) return Real([f = x.at_, g = y.at_](Bits p) { return f(p) + g(p); });
    LogLinear sum{a->offset + b->offset, a->logs};
    sum.logs.insert(sum.logs.end(), b->logs.begin(), b->logs.end());
    return Real(sum);
  }
  friend Real operator-(const Real& x, const Real& y) { return x + (-y); }
  /// The result is rational if both factors are known to be rational.
  friend Real operator*(const Real& x, const Real& y) {
    if (x.exact_ && y.exact_) return Real(*x.exact_ * *y.exact_);
    return Real([f = x.at_, g = y.at_](Bits p) { return f(p) * g(p); });
  }
  friend Real operator/(const Real& x, const Real& y) {
    if (x.exact_ && y.exact_) return Real(*x.exact_ / *y.exact_);
    return Real([f = x.at_, g = y.at_](Bits p) { return f(p) / g(p); });
  }
  /// Returns true if the number is known to be this rational.
  bool is_known_as(const Rational& q) const { return exact_ && *exact_ == q; }

 private:
  std::optional<Rational> exact_;
  std::optional<LogLinear> logarithmic_;
  std::string written_;
  std::function<Ball(Bits)> at_;
};

/// Returns the sign if it can be decided; nothing otherwise, for example for a zero that is not known to be zero.
std::optional<int> known_sign(const Real& x);

}  // namespace plumbline
