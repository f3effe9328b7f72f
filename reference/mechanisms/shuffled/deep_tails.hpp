/// Tails that are sums over a window, which is widened until the mass outside is small relative to the mass inside.
#pragma once

#include <functional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns true if t is known to be 0: as a rational or as an exact ball.
bool is_zero(const Real& t, Bits p);

/// The mass of the window, and bounds of the tails outside of it.
struct WindowTails {
  LossTails inside;
  Ball outside;

  static WindowTails unknown(Bits p);
  LossTails all() const;
};

/// `within(depth, work)` returns the sums over a window that omits approximately 2^-depth. Tails below 2^-4000 are
/// enclosed from 0 on.
LossTails deep_tails(Bits p, const std::function<WindowTails(double depth, Bits work)>& within);

}  // namespace plumbline
