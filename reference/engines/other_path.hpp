/// Contours moved off the place chosen for them, for a second, independent path. Nothing here
/// enters a bound: any contour is correct, and one near the best is nearly as sharp.
#pragma once

#include "reference/engines/fourier/fourier_line.hpp"
#include "reference/engines/periodic/periodic_line.hpp"

namespace plumbline::fourier {

/// Another c between the same poles, a finer step, a longer line, more bits.
Contour moved(const Contour& contour);
/// Another c between the same poles, more nodes in a period, more bits.
PeriodicContour moved(const PeriodicContour& contour);

}  // namespace plumbline::fourier
