/// A pair whose Q is P with probability 1 - share and another distribution R with probability share, as in
/// subsampling. The output does not contain this choice (the coin), but a test of the output may guess it.
#pragma once

#include <functional>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// The error probabilities of a test of P against R.
struct CoinErrors {
  Ball false_alarm;  ///< P(the test decides R)
  Ball missed;       ///< R(the test decides P)
};

struct HiddenCoin {
  Rational share;  ///< 0 < share < 1
  /// Errors of the test with threshold `where`, 0 < where < 1. A larger threshold has fewer false alarms.
  std::function<CoinErrors(const Rational& where, Bits p)> errors;
};

}  // namespace plumbline
