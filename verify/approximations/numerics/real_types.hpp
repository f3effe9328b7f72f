/// The real types in which the approximations run, and the conversion of exact parameters.
#pragma once

#include <fmt/format.h>

#include <limits>
#include <string>
#include <type_traits>

#include "reference/arithmetic/rational.hpp"
#include "verify/approximations/numerics/adjustable_real.hpp"
#include "verify/approximations/numerics/wide_real.hpp"

namespace plumbline::approximations {

/// A type of 50 digits. Exact parameters are first rounded to this type and then to a type of fixed precision. Tests
/// compare results in AdjustableReal with results in this type.
using HighPrecision = WideReal<50>;

/// A type of 25 digits, the precision with which the papers computed their ground truth.
using PaperPrecision = WideReal<25>;

/// Returns the rational as a Real, rounded once from 50 digits; an AdjustableReal is rounded to its own precision.
template <class Real>
Real to_real(const Rational& q) {
  using Wide = std::conditional_t<std::is_same_v<Real, AdjustableReal>, Real, HighPrecision>;
  const std::string text = q.text();  // a decimal, or numerator/denominator
  const size_t slash = text.find('/');
  Wide value(text.substr(0, slash));
  if (slash != std::string::npos) value /= Wide(text.substr(slash + 1));
  return static_cast<Real>(value);
}

/// Returns the text of ApproximationResult::precision for a type of fixed precision.
template <class Real>
std::string precision_name() {
  static_assert(std::is_same_v<Real, PaperPrecision> || std::is_same_v<Real, long double>);
  return std::is_same_v<Real, PaperPrecision> ? "25 digits" : "long double";
}

/// Returns all digits of the type, rounded to nearest; "nan", "inf" and "-inf" for other values.
template <class Real>
std::string decimal_text(const Real& x) {
  if constexpr (std::is_same_v<Real, AdjustableReal>) {
    return x.str(digits_of(x.precision()));
  } else if constexpr (!std::is_floating_point_v<Real>) {
    return x.str(std::numeric_limits<Real>::digits10);
  } else {
    return fmt::format("{:.{}g}", x, std::numeric_limits<Real>::max_digits10);
  }
}

}  // namespace plumbline::approximations
