/// Guarantees with irrational numbers: the implementations of MechanismEntry::make_real.
#pragma once

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct RealNumbers;

/// The pair of dp, pure_dp and approximate_dp for one record; null for a group.
Mechanism dp_of_reals(const RealNumbers& numbers);
Mechanism tradeoff_of_reals(const RealNumbers& numbers);
/// The pairs of zcdp and rdp, each enclosed between two promises with rational numbers.
Mechanism zcdp_of_reals(const RealNumbers& numbers);
Mechanism rdp_of_reals(const RealNumbers& numbers);

}  // namespace plumbline
