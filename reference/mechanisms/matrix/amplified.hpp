/// Matrix mechanisms with random batches: cyclic banded sampling, balls in bins, b-min-sep.
#pragma once

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/matrix/strategy.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry cyclic_poisson_entry();
MechanismEntry balls_in_bins_entry();
MechanismEntry b_min_sep_entry();

/// The data of a matrix mechanism with sampling. sigma may be unknown.
struct SampledMatrix {
  std::string sigma, word;  ///< sigma and the strategy as written; sigma is "?" if it is unknown
  Strategy strategy;
  long every = 1;            ///< number of groups or bins, or the minimum separation
  Rational p{1};             ///< probability of each draw; 1 for balls in bins
  bool starts_warm = false;  ///< b_min_sep: true if a record may have to wait at the start
};
/// Returns the data of a factor; nothing if a needed number is unknown. Throws std::invalid_argument on malformed
/// parameters.
std::optional<SampledMatrix> sampled_matrix(const WrittenFactor& factor);

/// The square of a column norm, and the number of columns of the group with this norm.
struct ColumnNorms {
  Rational square;
  long count;
};
/// The norms of the columns of a group in decreasing order.
struct GroupNorms {
  std::vector<ColumnNorms> most;  ///< for each k, the largest k-th norm over all groups
  std::vector<ColumnNorms> own;   ///< the norms of the group with the largest sum of squares
  bool same = false;              ///< true if both lists are equal
};
GroupNorms group_norms(const Strategy& strategy, long groups);

}  // namespace plumbline
