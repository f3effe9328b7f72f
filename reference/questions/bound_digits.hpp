/// How much is said of a bound that a search found.
#pragma once

namespace plumbline {

/// The maximum number of digits stated of a bound on all mechanisms of a kind: it is the best that
/// a search in doubles found, and another one ends elsewhere, by some units of its sixteenth digit.
inline constexpr int kBoundDigits = 12;

}  // namespace plumbline
