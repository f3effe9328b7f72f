/// Guarantees with irrational numbers: the implementations of MechanismEntry::make_real.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// Returns the pair of dp, pure_dp or approximate_dp if neighbours differ in one record; null for a group of records.
Mechanism dp_of_reals(const RealNumbers& numbers);
Mechanism tradeoff_of_reals(const RealNumbers& numbers);
/// Return the pairs of zcdp and rdp. Each pair is enclosed between the pairs of two promises with rational numbers.
Mechanism zcdp_of_reals(const RealNumbers& numbers);
Mechanism rdp_of_reals(const RealNumbers& numbers);

}  // namespace plumbline
