/// The search for a parameter in doubles: from where a Gaussian pair meets the target to two values
/// about 10^-4 of the threshold.
#pragma once

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/mechanisms/parameter_order.hpp"
#include "reference/quantities/calibration/calibration_bracket.hpp"
#include "reference/quantities/calibration/calibration_range.hpp"

namespace plumbline::calibrating {

/// The deviation of the loss of the Gaussian pair that just meets the target, roughly; 1 where
/// there is none.
double gaussian_deviation(const PrivacyTarget& target, Direction direction, const Effort& effort);

/// Where the loss of the family first has that deviation, coming from the private end (at small
/// noise rare losses may hide it again); where the time ends, as far as it came.
double start(const Family& family, const Range& range, double deviation, const Effort& effort);

/// Two values on either side, or very close, with their heights.
struct HeightPair {
  double a, fa, b, fb;
};

class RoughSearch {
 public:
  RoughSearch(Bracket& bracket, const Range& range, const ParameterOrder& order)
      : bracket_(bracket), range_(range), order_(order) {}

  double height(double x);
  /// Outward from the start until the bracket is complete, or the range ends; the last two values
  /// on either side.
  HeightPair outward(double x);
  /// Secant with safeguards until both ends are within about 10^-4 of the root.
  HeightPair narrow(HeightPair p);

 private:
  double try_at(double x);
  HeightPair walk(const HeightPair& start, double direction, double growth);

  Bracket& bracket_;
  const Range& range_;
  const ParameterOrder& order_;
};

}  // namespace plumbline::calibrating
