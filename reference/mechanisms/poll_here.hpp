/// The poll of the question that a thread is computing, for work that is given none: what a pair knows of one
/// threshold (DominatingPair::tails) may be a sum over millions of outcomes.
#pragma once

#include <algorithm>

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// In force on this thread as long as it lives, which `poll` outlives; then the one before it is again.
class PollHere {
 public:
  explicit PollHere(const Poll& poll);
  ~PollHere();
  PollHere(const PollHere&) = delete;
  PollHere& operator=(const PollHere&) = delete;

 private:
  const Poll* before_;
};

/// Calls it, where there is one: it may throw.
void poll_here();

/// In a loop over small numbers: every 256th time. Not at 0: short loops from there end without it.
inline void poll_here(long i) {
  if ((i & 255) == 255) poll_here();
}

/// In a loop of which each turn computes functions to p bits: at least every 256th time, and the more often the more
/// bits there are. Not at the beginning: short loops end without it.
inline void poll_here(long i, Bits p) {
  constexpr long kBitsBetween = 1L << 15;
  const auto every =
      static_cast<unsigned long>(std::clamp(kBitsBetween / std::max(p.n, 1L), 1L, 256L));
  if (static_cast<unsigned long>(i) % every == every - 1) poll_here();
}

}  // namespace plumbline
