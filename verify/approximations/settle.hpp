/// Runs a method in wide arithmetic, and checks the result by another run with twice the precision.
#pragma once

#include <functional>
#include <string>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// A double has 16 digits. With 26 digits, the error of the method itself is known to ten digits more.
inline constexpr int kClaimedDigits = 26;

struct SettleRule {
  Bits first{128};  ///< 38 digits; the third run is needed if more than twelve are lost
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
