/// A pair whose Q is P with probability 1 - share and another law R with probability share, as by
/// sampling: a coin that is not shown, but that a test of the output may guess.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The error probabilities of the test.
struct CoinErrors {
  Ball false_alarm;  ///< P(the test says R)
  Ball missed;       ///< R(the test says P)
};

struct HiddenCoin {
  Rational share;  ///< 0 < share < 1
  /// Of the test that changes its answer at `where`, 0 < where < 1: the larger, the fewer false
  /// alarms.
  std::function<CoinErrors(const Rational& where, Bits p)> errors;
};

}  // namespace plumbline
