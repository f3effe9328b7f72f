/// The poll (cancellation callback) of the question that a thread computes, for functions without a parameter `poll`.
/// For example, the tails at one threshold (DominatingPair::tails) may be a sum over millions of outcomes.
#pragma once

#include <algorithm>

#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

/// Sets the current poll of this thread during its lifetime, and restores the previous one; `poll` must outlive it.
class PollHere {
 public:
  explicit PollHere(const Poll& poll);
  ~PollHere();
  PollHere(const PollHere&) = delete;
  PollHere& operator=(const PollHere&) = delete;

 private:
  const Poll* before_;
};

/// Calls the current poll, if there is one. The poll may throw.
void poll_here();

/// For a loop with cheap iterations: polls at every 256th iteration. The first poll is at i = 255, so that short
/// loops do not poll.
inline void poll_here(long i) {
  if ((i & 255) == 255) poll_here();
}

/// For a loop in which each iteration computes functions to p bits: polls at least at every 256th iteration, and more
/// often for more bits. Short loops do not poll.
inline void poll_here(long i, Bits p) {
  constexpr long kBitsBetween = 1L << 15;
  const auto every =
      static_cast<unsigned long>(std::clamp(kBitsBetween / std::max(p.n, 1L), 1L, 256L));
  if (static_cast<unsigned long>(i) % every == every - 1) poll_here();
}

}  // namespace plumbline
