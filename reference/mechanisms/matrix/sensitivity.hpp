/// The sensitivity of a matrix mechanism.
#pragma once

#include "reference/mechanisms/matrix/participation.hpp"
#include "reference/mechanisms/matrix/strategy.hpp"

namespace plumbline {

/// An enclosure of s^2, the maximum of |sum over i of C_i u_i|^2 over patterns of steps i and over vectors u_i of norm
/// at most 1, where C_i is the column of the strategy for step i. `least` and `most` are equal if s^2 is known exactly.
/// The vectors may have any dimension; `pattern` attains `least` with numbers u_i = 1 or -1.
struct MatrixSensitivity {
  Rational least, most;
  Pattern pattern;
  std::string why;  ///< the reason for the value, in one line
  bool is_exact() const { return least == most; }
};

/// Returns the squared sensitivity. Throws std::invalid_argument if the computation would take too long.
MatrixSensitivity matrix_sensitivity(const Strategy& strategy, const Participation& participation);

/// Encloses the squared sensitivity for at most `count` steps at distances of at least `gap`. The upper bound is that
/// of MATRIX-ROWS, by sums of rows of C^T C.
MatrixSensitivity sensitivity_by_rows(const Strategy& strategy, const Participation& how);

}  // namespace plumbline
