/// A pair whose Q is P with probability 1 - share and another distribution R with probability share, as by subsampling:
/// a coin that is not part of the output, but that a test of the output may guess.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The error probabilities of the test.
struct CoinErrors {
  Ball false_alarm;  ///< P(the test decides R)
  Ball missed;       ///< R(the test decides P)
};

struct HiddenCoin {
  Rational share;  ///< 0 < share < 1
  /// Errors of the test that changes its answer at `where`, 0 < where < 1: a larger value means fewer false alarms.
  std::function<CoinErrors(const Rational& where, Bits p)> errors;
};

}  // namespace plumbline
