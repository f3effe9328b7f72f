/// The number of digits that are printed of a bound if the bound was found by a search.
#pragma once

namespace plumbline {

/// The maximum number of printed digits of a bound for all mechanisms of a class. Such a bound is the best result of a
/// search in doubles. Another search may find a bound that differs in the sixteenth digit.
inline constexpr int kBoundDigits = 12;

}  // namespace plumbline
