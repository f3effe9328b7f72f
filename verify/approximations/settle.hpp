/// Runs a method in high precision with doubling precision, until two successive runs agree.
#pragma once

#include <functional>
#include <string>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// Number of digits to which two runs must agree. A double has 16 digits. With 26 digits, the rounding error of the run
/// in double is itself known to ten digits.
inline constexpr int kClaimedDigits = 26;

struct SettleRule {
  /// Precision of the first run: 38 digits. If at most 12 digits are lost, two runs suffice.
  Bits first{128};
  Bits most{1024};  ///< precision of the last run
  int digits = kClaimedDigits;
};

struct SettledValue {
  std::string text;       ///< value of the last run; empty if it is unsettled
  Bits precision{0};      ///< precision of the last run
  int agreed_digits = 0;  ///< number of digits to which the last two runs agree
  bool settled = false;   ///< agreed_digits satisfies the rule
};

/// Calls run() with doubling precision until two successive runs agree.
SettledValue settle(const std::function<AdjustableReal()>& run, const SettleRule& rule = {});

}  // namespace plumbline::approximations
