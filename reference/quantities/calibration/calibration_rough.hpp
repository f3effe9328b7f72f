/// The first part of a calibration, in doubles: starts where the loss is as wide as that of a Gaussian pair that meets
/// the target, and ends with two values within approximately 10^-4 of the threshold.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/quantities/calibration/calibration_bracket.hpp"
#include "reference/quantities/calibration/calibration_range.hpp"

namespace plumbline::calibrating {

/// Returns the approximate standard deviation of the loss of the Gaussian pair that meets the target with equality; 1
/// if there is none.
double gaussian_deviation(const PrivacyTarget& target, Direction direction, const Effort& effort);

/// Returns the most private value at which the loss of the family has the standard deviation `deviation`. (Several
/// values can have this deviation: with less noise, large losses can be so rare that the deviation decreases.) If the
/// time ends, returns the last value reached.
double start(const Family& family, const Range& range, double deviation, const Effort& effort);

/// Two values on either side of the root, or very close to it, with their heights.
struct HeightPair {
  double a, fa, b, fb;
};

class RoughSearch {
 public:
  RoughSearch(Bracket& bracket, const Range& range, const ParameterOrder& order)
      : bracket_(bracket), range_(range), order_(order) {}

  double height(double x);
  /// Moves outward from x until the bracket is complete or the range ends; returns the last two values.
  HeightPair outward(double x);
  /// Applies safeguarded secant steps until both ends are within approximately 10^-4 of the root.
  HeightPair narrow(HeightPair p);

 private:
  double try_at(double x);
  HeightPair walk(const HeightPair& start, double direction, double growth);

  Bracket& bracket_;
  const Range& range_;
  const ParameterOrder& order_;
};

}  // namespace plumbline::calibrating
