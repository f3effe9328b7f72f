#include "reference/arithmetic/real.hpp"

#include <stdexcept>

namespace plumbline {
namespace {

/// Formats a term: "log(3)", "-log(3)", "2*log(3)".
std::string text_of(const LogLinear::Term& term) {
  const std::string log = "log(" + term.q.text() + ")";
  if (term.n == Rational(1)) return log;
  return (term.n == Rational(-1) ? "-" : term.n.text() + "*") + log;
}

}  // namespace

const Rational& Real::as_rational() const {
  if (exact_) return *exact_;
  throw std::invalid_argument("'" + text() +
                              "' is irrational; here a number must be rational: a decimal, 1/3, "
                              "2^-40 or a hex float");
}

std::string Real::text() const {
  constexpr int kDigits = 12;
  if (exact_) return exact_->text();
  if (!written_.empty()) return written_;
  if (logarithmic_ && logarithmic_->offset.is_zero() && logarithmic_->logs.size() == 1) {
    return text_of(logarithmic_->logs.front());
  }
  return at_(Bits{128}).decimal_bounds(kDigits).first + "...";
}

std::optional<int> known_sign(const Real& x) {
  constexpr long kMostBits = 1L << 14;
  if (x.rational()) return x.rational()->sign();
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball value = x(p);
    if (certainly_positive(value)) return 1;
    if (certainly_negative(value)) return -1;
  }
  return std::nullopt;
}

}  // namespace plumbline
