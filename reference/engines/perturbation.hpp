/// Contours moved off the place chosen for them, for a second, independent path. Nothing here
/// enters a bound: any contour is correct, and one near the best is nearly as tight.
#pragma once

namespace plumbline::fourier {

constexpr double kFinerStep = 0.84, kLongerLine = 1.08;
constexpr long kMoreBits = 24;

/// c moved some way to the right, not up to the next pole, where the transform's strip ends at
/// `right`.
double perturbed(double c, double right);

}  // namespace plumbline::fourier
