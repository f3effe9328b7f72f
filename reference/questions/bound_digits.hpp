/// The number of stated digits of a bound that a search found.
#pragma once

namespace plumbline {

/// The maximum number of digits with which a bound for all mechanisms of a class is stated. Such a bound is the best
/// result of a search in doubles; another search may differ by some units of the sixteenth digit.
inline constexpr int kBoundDigits = 12;

}  // namespace plumbline
