/// A bound of a characteristic function near zero from its variance and fourth moment.
#pragma once

#include "reference/arithmetic/ball.hpp"

namespace plumbline {

/// Central moments of one step's loss under the distribution tilted by exp(cL)/K(c).
struct TiltedMoments {
  Ball variance;
  Ball fourth;
};

/// Encloses the moments from the derivatives K, K', K'', K''', K'''' at c.
TiltedMoments tilted_moments(const Ball (&derivative)[5]);

/// Returns y0 = min(2v/rho, sqrt(2/v)), rounded down, where v is the variance, mu4 the fourth moment and rho = sqrt(v
/// mu4). The bound taylor_decay() is valid up to y0. Zero if the moments are not certainly positive.
Ball taylor_reach(const TiltedMoments& m);

/// An upper bound of sup over T <= |y| <= y0 of |phi(y)|, where phi is the characteristic function of the centred
/// tilted loss, by BOUND(TAYLOR-DECAY); 1 unless 0 < T <= y0 is certain.
Ball taylor_decay(const TiltedMoments& m, const Ball& T);

}  // namespace plumbline
