/// Construction of certified values, for the sources of reference/ alone: callers must justify in a
/// comment that the ball contains the value. No header of the library includes this one,
/// and it is not installed; verify/ and app/ must not include it (tests/structure/minting_test.cpp).
#pragma once

#include <functional>

#include "reference/values/certified.hpp"

namespace plumbline {

/// Holds the one key to Certified.
class Mint {
 public:
  static Certified value(Ball value, std::string engine, ErrorBudget budget, bool reached,
                         std::optional<Rational> least = {}, std::optional<Rational> most = {});
};

/// Marks whether `digits` relative digits were reached. An enclosure inside +-10^-digits of zero
/// counts as reached when `absolute_floor` is set (a quantity whose exact value may be zero).
Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor = false);

/// Returns the value at as many bits as the digits take: `at` encloses it at any precision, which
/// rises until they are reached (with the absolute floor) or 16 times theirs and 1024 bits passed.
Certified certified_at(const std::function<Ball(Bits)>& at, const std::string& engine, int digits);

/// Returns the value, known to lie in [least, most]. Throws Contradiction when it certainly does not.
Certified within(const Certified& value, const Rational& least, const Rational& most);

/// Returns the value, known to be at least `least` and at most `most`, where these are present. Throws
/// Contradiction when it certainly is not.
Certified limited(const Certified& value, const std::optional<Rational>& least,
                  const std::optional<Rational>& most = {});

/// Another enclosure in the place of the value's; all else stays, also whether it is reached.
Certified replaced(const Certified& value, const Ball& enclosure);

/// Returns the value with this statement of whether its digits are reached.
Certified marked(const Certified& value, bool reached);

}  // namespace plumbline
