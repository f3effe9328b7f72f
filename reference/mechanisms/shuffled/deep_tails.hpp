/// Tails that are sums over a window: widened until what lies outside is small beside what is inside.
#pragma once

#include <functional>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Returns true if t is known to be 0: as a rational or as an exact ball.
bool is_zero(const Real& t, Bits p);

/// The mass of the window, and bounds of each tail beside it.
struct WindowTails {
  LossTails inside;
  Ball outside;

  static WindowTails unknown(Bits p);
  LossTails all() const;
};

/// `within(depth, work)`: the sums over a window that leaves out 2^-depth or so. Tails below 2^-4000 are
/// enclosed from 0 on.
LossTails deep_tails(Bits p, const std::function<WindowTails(double depth, Bits work)>& within);

}  // namespace plumbline
