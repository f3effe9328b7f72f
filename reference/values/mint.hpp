/// Functions that construct certified values. Only the sources of reference/ may use them, and a caller must justify in
/// a comment that the ball contains the value. No header of the library includes this one, and it is not installed.
/// verify/ and app/ must not include it (tests/structure/minting_test.cpp).
#pragma once

#include <functional>

#include "reference/values/certified.hpp"

namespace plumbline {

/// The only class with access to the constructor of Certified.
class Mint {
 public:
  static Certified value(Ball value, std::string engine, ErrorBudget budget, bool reached,
                         std::optional<Rational> least = {}, std::optional<Rational> most = {});
};

/// Constructs a value from an enclosure; `reached` is true if it has `digits` relative digits. With `absolute_floor`
/// (for a quantity whose exact value may be zero), an enclosure inside +-10^-digits also counts as reached.
Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor = false);

/// Computes the value with as many bits as the digits need. `at` encloses it at any precision. The precision increases
/// until the digits are reached (with the absolute floor), or until it exceeds 1024 bits plus 16 times the bits of the
/// digits.
Certified certified_at(const std::function<Ball(Bits)>& at, const std::string& engine, int digits);

/// Returns the value with the known bounds [least, most]. Throws Contradiction if it certainly lies outside.
Certified within(const Certified& value, const Rational& least, const Rational& most);

/// Returns the value with the known bounds `least` and `most`, where present. Throws Contradiction if it certainly lies
/// outside.
Certified limited(const Certified& value, const std::optional<Rational>& least,
                  const std::optional<Rational>& most = {});

/// Returns the value with another enclosure; everything else is unchanged, including `reached`.
Certified replaced(const Certified& value, const Ball& enclosure);

/// Returns the value with another `reached`.
Certified marked(const Certified& value, bool reached);

}  // namespace plumbline
