/// Pairs with a parameter that is no rational number, between two pairs with rational ones.
#pragma once

#include <functional>
#include <string>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair of which nothing else is known: `more` loses no less than it and `less` no more, in the sense
/// of Blackwell: f of `more` is at most f of the pair, and that of `less` at least. Both differ from it by some
/// 10^-kBetweenDigits.
struct BetweenPairs {
  Mechanism less, more;
};
inline constexpr int kBetweenDigits = 60;

/// The pair of an ordered parameter (MechanismEntry::order) at a real number: `make` returns that at a rational one.
/// Throws what `make` throws.
Mechanism pair_between(const std::function<Mechanism(const Rational&)>& make, const Real& value,
                       bool larger_is_more_private, const std::string& expression);

}  // namespace plumbline
