/// The number of stated digits of a bound that a search found.
#pragma once

namespace plumbline {

/// The maximum number of stated digits of a bound on all mechanisms of a kind. Such a bound is the best result of a
/// search in doubles; the result of another search may differ by some units of the sixteenth digit.
inline constexpr int kBoundDigits = 12;

}  // namespace plumbline
