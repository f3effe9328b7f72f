/// Runs a method in double, with its time, and again in a wider type.
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

/// Stores the value of the wide runs, or the reason why there is none.
void add_settled(const SettledValue& wide, ApproximationResult* result);

inline double seconds_spared(const ApproximationRequest& request) {
  return request.shared ? request.shared->spared() : 0;
}

/// Calls Method::answer<Real>(request) with Real = double and then with Real = High. AdjustableReal is called with
/// doubling precision until two runs agree; a type of fixed precision is called once, without a check. The request
/// must have passed the method's refusal.
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
