/// Mechanisms built from other mechanisms.
#include <stdexcept>
#include <string>

#include "capi/handles.hpp"
#include "reference/mechanisms/expression.hpp"

namespace plumbline::capi {
namespace {

Rational times_of(const char* text) {
  const Rational times = Rational::parse(given(text, "times"));
  if (times.is_integer() && times.sign() > 0) return times;
  throw std::invalid_argument("times must be a whole number of at least 1, got " +
                              std::string(text));
}

/// Returns the expression with the exponent of every factor multiplied by `times`.
std::string powered(const std::string& expression, const Rational& times) {
  std::string out;
  for (WrittenFactor& factor : read_open_expression(expression)) {
    factor.count = factor.count * times;
    out += (out.empty() ? "" : " * ") + factor.text();
  }
  return out;
}

}  // namespace
}  // namespace plumbline::capi

using namespace plumbline::capi;

plumbline_status plumbline_product(const plumbline_mechanism* first,
                                   const plumbline_mechanism* second, plumbline_mechanism** out) {
  std::string text;
  const plumbline_status status = guarded([&] {
    *given(out, "out") = nullptr;
    text = given(first, "first")->expression + " * " + given(second, "second")->expression;
  });
  return status == PLUMBLINE_OK ? plumbline_open(text.c_str(), out) : status;
}

plumbline_status plumbline_power(const plumbline_mechanism* mechanism, const char* times,
                                 plumbline_mechanism** out) {
  std::string text;
  const plumbline_status status = guarded([&] {
    *given(out, "out") = nullptr;
    text = powered(given(mechanism, "mechanism")->expression, times_of(times));
  });
  return status == PLUMBLINE_OK ? plumbline_open(text.c_str(), out) : status;
}
