/// Matrix mechanisms with batches drawn at random: bands and groups in turn, balls in bins, b-min-sep.
#pragma once

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/matrix/strategy.hpp"
#include "reference/mechanisms/written_parameters.hpp"

namespace plumbline {

struct MechanismEntry;

MechanismEntry cyclic_poisson_entry();
MechanismEntry balls_in_bins_entry();
MechanismEntry b_min_sep_entry();

/// The data of the sampling beside its pair: sigma may be open.
struct SampledMatrix {
  std::string sigma, word;  ///< as numbers are written, "?" where open
  Strategy strategy;
  long every = 1;            ///< groups, bins, or the least separation
  Rational p{1};             ///< of each draw; 1 of balls in bins
  bool starts_warm = false;  ///< b-min-sep
};
/// Nothing where what it needs is open. Throws std::invalid_argument.
std::optional<SampledMatrix> sampled_matrix(const WrittenFactor& factor);

/// Each sampled as often as the group's columns have this norm, whose square stands beside it.
struct ColumnNorms {
  Rational square;
  long count;
};
/// The norms of a group's columns in turn, the largest first.
struct GroupNorms {
  std::vector<ColumnNorms> most;  ///< not below any group's
  std::vector<ColumnNorms> own;   ///< of one group
  bool same = false;              ///< the two are one
};
GroupNorms group_norms(const Strategy& strategy, long groups);

}  // namespace plumbline
