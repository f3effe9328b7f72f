/// The integers that have most of the mass of a distribution, as atoms of its loss.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "reference/mechanisms/dominating_pair.hpp"
#include "reference/mechanisms/integer/integer_tables.hpp"

namespace plumbline {

/// Returns all integers of mass at least 2^-depth, and possibly other integers, as atoms; `loss` returns the loss of an
/// integer. Returns an empty vector if there are more than `most` such integers.
std::vector<LossAtom> heavy_integers(const std::shared_ptr<const IntegerTables>& tables,
                                     double depth, size_t most,
                                     const std::function<Real(long)>& loss);
/// Returns the number of atoms that heavy_integers() returns; 0 if there are more than `most`.
size_t heavy_integers_count(const IntegerTables& tables, double depth, size_t most);

}  // namespace plumbline
