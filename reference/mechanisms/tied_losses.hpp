/// Privacy profiles of pairs whose tails can remain undecided: t may be the loss of an output, from which no precision
/// distinguishes it.
#pragma once

#include <functional>
#include <optional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Functions of tails to which an output with loss t contributes nothing: Q(L > t) - e^t P(L > t), Q(L <= t) + e^t P(L
/// > t), e^t P(L <= t) - Q(L <= t).
struct TiedProfile {
  Ball delta, one_minus_delta, excess;
  /// True if the loss of an output was not separated from t: its tails hardly get tighter. It only saves work.
  bool undecided = false;
};

TiedProfile profile_of(const LossTails& tails, const Ball& t);

/// The profile at t, with outputs on either side of t as far as these are undecided; nothing if this is not better than
/// the tails.
struct TiedLosses {
  std::function<std::optional<TiedProfile>(const Real& t, Bits p)> at;
};

/// Returns the profile of any pair: by its capability, or else by its tails.
TiedProfile profile_at(const DominatingPair& pair, const Real& t, Bits p);

}  // namespace plumbline
