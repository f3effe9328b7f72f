/// The wide run of a method, checked by another one of twice the precision.
#pragma once

#include <functional>
#include <string>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// A double has 16 digits: the part of its error that is the method's own is then known to ten more.
inline constexpr int kClaimedDigits = 26;

struct SettleRule {
  Bits first{128};  ///< 38 digits: twelve to lose before a third run is needed
  Bits most{1024};  ///< of the last run
  int digits = kClaimedDigits;
};

struct SettledValue {
  std::string text;       ///< the last run's value; empty if nothing settled
  Bits precision{0};      ///< of the last run
  int agreed_digits = 0;  ///< to which the last two runs agree
  bool settled = false;   ///< these are the rule's digits or more
};

/// Calls run() in precisions that double until two runs in a row agree.
SettledValue settle(const std::function<AdjustableReal()>& run, const SettleRule& rule = {});

}  // namespace plumbline::approximations
