/// Products of matrices of complex balls by exact integer arithmetic in doubles. Up to two hundred bits they are
/// several times as fast as the products of FLINT, if one error bound for all entries is sufficient.
#pragma once

#include <optional>
#include <vector>

#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/upper_bound.hpp"

namespace plumbline {

/// The right factor, J x B, decomposed once for many left factors.
class SlicedFactor {
 public:
  /// Decomposes the right factor. Returns nothing if the entries are not finite, if J is too large for exact sums, or
  /// if there are so many bits that the products of FLINT are as fast.
  static std::optional<SlicedFactor> of(const acb_mat_struct* right, Bits p);

  /// Computes product = left * right, with errors of approximately 2^-p times sum_j max_q |left_qj| max_r |right_jr|.
  /// Returns false without a result if the entries of `left` are not finite or too different in size.
  bool multiply_left(const acb_mat_struct* left, acb_mat_struct* product) const;

  /// Returns true if p bits are within the supported range.
  static bool covers(Bits p);
  /// Returns the largest J for which sums are exact at p bits.
  static size_t most_rows(Bits p);

 private:
  struct Scale {
    bool zero = true;
    long exponent = 0;  ///< entries are below 2^exponent
    UpperBound size, radius;
  };
  /// Upper bounds on all entries of a row, or of a column.
  class Entries;
  UpperBound error(const std::vector<Scale>& left, long exponent) const;

  size_t rows_ = 0, columns_ = 0;
  size_t slices_ = 0;
  std::vector<Scale> scales_;   ///< scales of the rows
  std::vector<double> digits_;  ///< ordered by panel of columns, slice and row
};

}  // namespace plumbline
