/// Moves contours away from their chosen position, for a second, independent computation. No value computed here
/// enters a bound: any contour is correct, and one near the best is nearly as tight.
#pragma once

namespace plumbline::fourier {

constexpr double kFinerStep = 0.84, kLongerLine = 1.08;
constexpr long kMoreBits = 24;

/// Returns a point to the right of c, below the next pole and below `right`. The transform is finite between c and
/// `right`.
double perturbed(double c, double right);

}  // namespace plumbline::fourier
