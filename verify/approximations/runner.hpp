/// Runs a method in double, measures the time, and runs it again in a wider type.
#pragma once

#include <optional>
#include <utility>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/approximations/approximation.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/settle.hpp"

namespace plumbline::approximations {

template <class Real>
struct Answer {
  Real value;
  std::optional<std::pair<Real, Real>> band = std::nullopt;  ///< see ApproximationResult
};

/// Stores the value of the high-precision runs in *result, or the reason why there is none.
void add_settled(const SettledValue& wide, ApproximationResult* result);

inline double seconds_spared(const ApproximationRequest& request) {
  return request.shared ? request.shared->spared() : 0;
}

/// Calls Method::answer<Real>(request) with Real = double and then with Real = High. If High is AdjustableReal, the
/// method runs with 128, 256, ... bits until two successive runs agree. If High is a type of fixed precision, the
/// method runs once, and its rounding error is not checked. The method must not refuse the request.
template <class Method, class High = AdjustableReal>
ApproximationResult run_twice(const ApproximationRequest& request) {
  ApproximationResult result;
  const Stopwatch watch;
  const double spared = seconds_spared(request);
  const Answer<double> fast = Method::template answer<double>(request);
  result.seconds = watch.seconds() + seconds_spared(request) - spared;
  result.value = fast.value;
  result.band = fast.band;
  if (request.double_only) return result;
  if constexpr (std::is_same_v<High, AdjustableReal>) {
    add_settled(settle([&] { return Method::template answer<High>(request).value; }), &result);
  } else {
    result.high_precision = decimal_text(Method::template answer<High>(request).value);
    result.precision = precision_name<High>();
  }
  return result;
}

}  // namespace plumbline::approximations
