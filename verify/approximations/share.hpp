/// Gives the run of a method access to intermediate results that the questions of a case share.
#pragma once

#include <fmt/format.h>

#include <type_traits>

#include "verify/approximations/approximation.hpp"
#include "verify/approximations/numerics/real_types.hpp"

namespace plumbline::approximations {

/// Returns make() for the request's composition, computed once for all questions that share it. `what` names the
/// value and all inputs of make() except the composition and the precision of Real. Without sharing, calls make().
template <class Real, class Make>
auto shared(const ApproximationRequest& request, const std::string& what, const Make& make) {
  using Value = std::decay_t<decltype(make())>;
  if (!request.shared) return std::make_shared<const Value>(make());
  long bits = 0;  // remains 0 for other types, whose precision is fixed
  if constexpr (std::is_same_v<Real, AdjustableReal>) bits = WorkingPrecision::current().n;
  return request.shared->once<Value>(
      fmt::format("{} | {} | {} bits", what, request.composition.expression(), bits), make);
}

}  // namespace plumbline::approximations
