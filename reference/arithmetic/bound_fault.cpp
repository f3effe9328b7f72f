#include "reference/arithmetic/bound.hpp"

namespace plumbline {

UpperBound with_fault(BoundFault fault, const UpperBound& value) {
  switch (fault.kind) {
    case BoundFault::Size::tenth:
      return UpperBound::of(value.ball(Bits{64}) / 10);
    case BoundFault::Size::zero:
      return {};
    case BoundFault::Size::none:
      break;
  }
  return value;
}

Ball with_fault(BoundFault fault, const Ball& value) {
  if (fault.kind == BoundFault::Size::none || !value.is_finite()) return value;
  const Ball middle = value.midpoint();
  if (fault.kind == BoundFault::Size::zero) return middle;
  return widen(middle, with_fault(fault, value.radius()));
}

}  // namespace plumbline
