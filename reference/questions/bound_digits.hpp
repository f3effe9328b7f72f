/// The number of digits stated of a bound that a search found.
#pragma once

namespace plumbline {

/// The maximum number of digits stated of a bound on all mechanisms of a kind. Such a bound is the best one that a
/// search in doubles found; another search may end some units of the sixteenth digit away.
inline constexpr int kBoundDigits = 12;

}  // namespace plumbline
