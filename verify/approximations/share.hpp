/// Access of a method's run to the work that a case's questions share.
#pragma once

#include <fmt/format.h>

#include <type_traits>

#include "verify/approximations/approximation.hpp"
#include "verify/approximations/numerics/real_types.hpp"

namespace plumbline::approximations {

/// make() for the request's composition, once for all questions that share: `what` names it and all its inputs other
/// than the composition and the Real's precision. Without sharing, make() itself.
template <class Real, class Make>
auto shared(const ApproximationRequest& request, const std::string& what, const Make& make) {
  using Value = std::decay_t<decltype(make())>;
  if (!request.shared) return std::make_shared<const Value>(make());
  long bits = 0;  // for other types the type itself determines it
  if constexpr (std::is_same_v<Real, AdjustableReal>) bits = WorkingPrecision::current().n;
  return request.shared->once<Value>(
      fmt::format("{} | {} | {} bits", what, request.composition.expression(), bits), make);
}

}  // namespace plumbline::approximations
