/// Tails that are sums over a window. The window is widened until the mass outside is small relative to the mass
/// inside.
#pragma once

#include <functional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns true if t is known to be 0, as a rational number or as an exact ball.
bool is_zero(const Real& t, Bits p);

/// The tails within the window, and an upper bound of the mass outside.
struct WindowTails {
  LossTails inside;
  Ball outside;

  static WindowTails unknown(Bits p);
  LossTails all() const;
};

/// Computes tails from `within(depth, work)`, which returns the sums, computed with the precision `work`, over a window
/// that omits a mass of approximately 2^-depth. If a tail is below 2^-4000, its enclosure may have the lower end 0.
LossTails deep_tails(Bits p, const std::function<WindowTails(double depth, Bits work)>& within);

}  // namespace plumbline
