/// The sensitivity of a matrix mechanism.
#pragma once

#include "reference/mechanisms/matrix/participation.hpp"
#include "reference/mechanisms/matrix/strategy.hpp"

namespace plumbline {

/// s^2 = max over patterns and vectors u_i of norm at most 1 of |sum over i of C_i u_i|^2, enclosed: both ends agree if
/// it is known. The maximum is over vectors of any dimension; `pattern` attains `least`, with each u_i a number, 1 or
/// -1.
struct MatrixSensitivity {
  Rational least, most;
  Pattern pattern;
  std::string why;  ///< reason in one line
  bool is_exact() const { return least == most; }
};

/// Throws std::invalid_argument if it would take too long.
MatrixSensitivity matrix_sensitivity(const Strategy& strategy, const Participation& participation);

/// Bounds the sensitivity for at most `count` steps at distances of at least `gap`, by sums of rows alone.
MatrixSensitivity sensitivity_by_rows(const Strategy& strategy, const Participation& how);

}  // namespace plumbline
