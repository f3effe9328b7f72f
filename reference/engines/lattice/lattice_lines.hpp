/// Bounds the error of replacing the convex function C_X(k) = E(X - k)_+, X = e^loss, in a cell by a line that touches
/// it: LATTICE-STEP (lattice_step.cpp).
#pragma once

#include <functional>
#include <vector>

#include "reference/engines/lattice/lattice_step.hpp"

namespace plumbline::lattice {

/// Upper bounds of the differences between a line and C_X at the two ends of its cell.
struct Deviation {
  Ball left, right;
};

/// Returns the deviation of the line that touches C_X at the boundary between the two parts `low` and `high` of a
/// cell. The cell extends from e^s = x to e^s = z, where s is the loss.
Deviation deviation(const Ball& x, const IntervalMass& low, const Ball& z,
                    const IntervalMass& high);

/// P-mass of a cell, and the deviations of lines. `middle` is for the line that touches in the middle of the cell.
/// `whole` has parts of two lines: whole.left is the deviation at the left end of the line that touches at the right
/// end, and whole.right is the deviation at the right end of the line that touches at the left end.
struct Lines {
  Ball P;
  Deviation middle, whole;
};

/// Computes d_i of LATTICE-STEP. Lines touch in the middle of a cell, with these exceptions: at the left end in the
/// first cell and at the right end in the last cell (there is no d_0 and no d_m), and at an end of a cell if the
/// deviation of a line that touches in the middle would exceed E(x - X)_+ or E(X - x)_+ at a node x. This occurs, for
/// example, if an atom lies at the end of the support.
void owed(const std::vector<Lines>& lines, const std::vector<Ball>& width,
          const std::function<Deviation(size_t)>& at_right_end, std::vector<Ball>& d);

}  // namespace plumbline::lattice
