#include "reference/arithmetic/bound.hpp"

namespace plumbline {

UpperBound with_fault(BoundFault fault, const UpperBound& value) {
  switch (fault.kind) {
    case BoundFault::Kind::tenth:
      return UpperBound::of(value.ball(Bits{64}) / 10);
    case BoundFault::Kind::zero:
      return {};
    case BoundFault::Kind::none:
      break;
  }
  return value;
}

Ball with_fault(BoundFault fault, const Ball& value) {
  if (fault.kind == BoundFault::Kind::none || !value.is_finite()) return value;
  const Ball middle = value.midpoint();
  if (fault.kind == BoundFault::Kind::zero) return middle;
  return widen(middle, with_fault(fault, value.radius()));
}

}  // namespace plumbline
