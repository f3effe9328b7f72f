#include "reference/arithmetic/numbers/number.hpp"

#include <stdexcept>
#include <string>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/arithmetic/numbers/number_reader.hpp"

namespace plumbline {
namespace {

using numbers::Function;
using numbers::Irrational;
using numbers::NumberReader;
using numbers::Written;

/// Returns the number that the text denotes; nothing if the parser throws std::invalid_argument, its only exception.
std::optional<Written> written(std::string_view text) {
  try {
    return NumberReader(text).all();
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

Real real_of(const Written& x) {
  if (!x.irrational || x.rational.is_zero()) return Real(x.rational);
  const Irrational& f = *x.irrational;
  if (f.function == Function::log && !f.reciprocal && x.rational.is_integer()) {
    return Real(LogLinear{Rational(0), {{f.argument, x.rational}}});
  }
  return Real([x](Bits p) { return Ball(x.rational, p + 16) * (*x.irrational)(p + 16); },
              numbers::text_of(x));
}

}  // namespace

Real read_number(std::string_view text) { return real_of(NumberReader(text).all()); }

std::optional<Real> number_or_none(std::string_view text) {
  const auto x = written(text);
  if (!x) return std::nullopt;
  return real_of(*x);
}

std::optional<Rational> rational_or_none(std::string_view text) {
  const auto x = written(text);
  if (!x || (x->irrational && !x->rational.is_zero())) return std::nullopt;
  return x->rational;
}

Rational Rational::parse(std::string_view text) {
  const Written x = NumberReader(text).all();
  return x.irrational ? real_of(x).as_rational() : x.rational;
}

}  // namespace plumbline
