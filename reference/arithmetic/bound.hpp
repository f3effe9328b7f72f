/// The value of every proved bound passes through the function bound() or a variant of it.
///
/// `bound<"MIXTURE-LINE">(value)` declares that BOUND(MIXTURE-LINE) proves this number. In the program, the function
/// returns its argument. The tests link another `bound_fault` (tests/faults/switch.cpp), which can replace a bound by
/// zero or by a tenth of it. A test of that bound which still passes would not detect a wrong bound. `./dev faults`
/// runs all these faults.
#pragma once

#include <cstddef>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The name of a bound as a template argument: upper case letters, digits and hyphens.
template <std::size_t N>
struct BoundId {
  char text[N]{};
  consteval BoundId(const char (&id)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      text[i] = id[i];
      const bool allowed = (id[i] >= 'A' && id[i] <= 'Z') || (id[i] >= '0' && id[i] <= '9') ||
                           id[i] == '-' || (i + 1 == N && id[i] == '\0');
      if (!allowed) throw "an id has upper case letters, digits and hyphens";
    }
  }
};

/// A fault that tests plant in a bound: none, a tenth of the bound, or zero.
struct BoundFault {
  enum class Size { none, tenth, zero } kind = Size::none;
};

/// Returns BoundFault::none in the program (bound.cpp).
BoundFault bound_fault(const char* id);

UpperBound with_fault(BoundFault fault, const UpperBound& value);
Ball with_fault(BoundFault fault, const Ball& value);

/// Returns `value`, an upper bound of an error that the proof named `id` justifies; with a fault, a tenth of it or
/// zero.
template <BoundId id>
UpperBound bound(const UpperBound& value) {
  return with_fault(bound_fault(id.text), value);
}

/// Returns `enclosure`, which the proof named `id` justifies. With a fault, the radius around the same midpoint is a
/// tenth of the correct radius, or zero. Use `bound(UpperBound)` or `bound_number` for an upper bound stored as an
/// exact ball.
template <BoundId id>
Ball bound(const Ball& enclosure) {
  return with_fault(bound_fault(id.text), enclosure);
}

/// Returns a nonnegative bound stored as a ball; with a fault, a tenth of the number or zero.
template <BoundId id>
Ball bound_number(const Ball& value) {
  switch (bound_fault(id.text).kind) {
    case BoundFault::Size::tenth:
      return value / 10;
    case BoundFault::Size::zero:
      return Ball(value.precision());
    case BoundFault::Size::none:
      break;
  }
  return value;
}

/// Returns `premise`, which states whether the statement `id` may be used here; with a fault, always true.
template <BoundId id>
bool proved(bool premise) {
  return premise || bound_fault(id.text).kind != BoundFault::Size::none;
}

}  // namespace plumbline
