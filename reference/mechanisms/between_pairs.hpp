/// Pairs with an irrational parameter, enclosed by two pairs with rational parameters.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair about which nothing else is known: in the sense of Blackwell, `more` loses at least as much and
/// `less` at most as much, so that f of `more` is at most f of the pair, and f of `less` at least. Both differ from the
/// pair by approximately 10^-kBetweenDigits.
struct BetweenPairs {
  Mechanism less, more;
};
inline constexpr int kBetweenDigits = 60;

/// The pair between two others, of which one is proved to lose at most as much as the pair and one at least as much.
/// Throws std::invalid_argument if their masses of infinite loss differ.
Mechanism pair_between_ends(const BetweenPairs& ends, const std::string& expression);
/// Rationals below and above the number, approximately 10^-kBetweenDigits apart; both are the number if it is rational.
/// Throws std::invalid_argument if it is out of reach.
std::pair<Rational, Rational> rational_ends(const Real& value);

/// The pair of an ordered parameter (MechanismEntry::order) at a real number; `make` returns the pair at a rational
/// one. Throws whatever `make` throws.
Mechanism pair_between(const std::function<Mechanism(const Rational&)>& make, const Real& value,
                       bool larger_is_more_private, const std::string& expression);

}  // namespace plumbline
