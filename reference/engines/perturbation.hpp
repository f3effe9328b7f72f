/// Moves contours off their chosen place, for a second, independent path. No value computed here enters a bound: any
/// contour is correct, and one near the best is nearly as tight.
#pragma once

namespace plumbline::fourier {

constexpr double kFinerStep = 0.84, kLongerLine = 1.08;
constexpr long kMoreBits = 24;

/// c moved to the right, but not up to the next pole; the strip of the transform ends at `right`.
double perturbed(double c, double right);

}  // namespace plumbline::fourier
