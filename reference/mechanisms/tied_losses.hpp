/// Privacy profiles of pairs whose tails can remain undecided: if t is the loss of an output, no precision separates
/// t from that loss.
#pragma once

#include <functional>
#include <optional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Three functions of the tails: Q(L > t) - e^t P(L > t), Q(L <= t) + e^t P(L > t), e^t P(L <= t) - Q(L <= t). Their
/// values do not depend on the side of t to which an output with loss t is assigned.
struct TiedProfile {
  Ball delta, one_minus_delta, excess;
  /// True if the loss of an output was not separated from t. More precision then hardly improves the tails; callers
  /// use the flag to avoid such work.
  bool undecided = false;
};

TiedProfile profile_of(const LossTails& tails, const Ball& t);

/// `at` returns an enclosure of the profile at t, which is valid whether the undecided losses lie above or below t;
/// nothing if it is not better than the enclosure from the tails.
struct TiedLosses {
  std::function<std::optional<TiedProfile>(const Real& t, Bits p)> at;
};

/// Returns the profile of any pair, by its capability if it has one, otherwise by its tails.
TiedProfile profile_at(const DominatingPair& pair, const Real& t, Bits p);

}  // namespace plumbline
