/// Runs a method in double, timed, and again in a wider type.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "verify/approximations/approximation.hpp"
#include "verify/approximations/numerics/real_types.hpp"

namespace plumbline::approximations {

template <class Real>
struct Answer {
  Real value;
  std::optional<std::pair<Real, Real>> band = std::nullopt;  ///< see ApproximationResult
};

/// Method::answer<Real>(request) is called with Real = double and Real = High. The request must
/// have passed the method's refusal.
template <class Method, class High = HighPrecision>
ApproximationResult run_twice(const ApproximationRequest& request) {
  ApproximationResult result;
  const auto start = std::chrono::steady_clock::now();
  const Answer<double> fast = Method::template answer<double>(request);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.value = fast.value;
  result.band = fast.band;
  if (request.double_only) return result;
  result.high_precision = decimal_text(Method::template answer<High>(request).value);
  result.precision = precision_name<High>();
  return result;
}

}  // namespace plumbline::approximations
