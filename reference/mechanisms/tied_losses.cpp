#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {

TiedProfile profile_of(const LossTails& tails, const Ball& t) {
  const Ball x = exp(t);
  return {tails.Q_above - x * tails.P_above, tails.Q_below + x * tails.P_above,
          x * tails.P_below - tails.Q_below};
}

TiedProfile profile_at(const DominatingPair& pair, const Real& t, Bits p) {
  if (const auto tied = pair.offer<TiedLosses>()) {
    if (const auto known = tied->at(t, p)) return *known;
  }
  return profile_of(pair.tails(t, p), t(p));
}

}  // namespace plumbline
