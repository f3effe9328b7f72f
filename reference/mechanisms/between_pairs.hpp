/// Pairs with an irrational parameter, enclosed by two pairs with rational parameters.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

/// Offered by a pair that is known only through two other pairs. The pair `more` has at least the privacy loss of the
/// pair, in the sense of Blackwell, and `less` has at most this loss: f of `more` is at most f of the pair, and f of
/// `less` is at least f of the pair. Both differ from the pair by approximately 10^-kBetweenDigits.
struct BetweenPairs {
  Mechanism less, more;
};
inline constexpr int kBetweenDigits = 60;

/// Returns the pair that is known only by `ends`. The caller must have proved that `ends.less` is at least as private
/// as the pair, and `ends.more` at most as private. Throws std::invalid_argument if their masses of infinite loss
/// differ.
Mechanism pair_between_ends(const BetweenPairs& ends, const std::string& expression);
/// Returns rational numbers below and above the value, approximately 10^-kBetweenDigits apart. Both are equal to the
/// value if it is rational. Throws std::invalid_argument if no such decimals can be computed.
std::pair<Rational, Rational> rational_ends(const Real& value);

/// Returns the pair at a real value of an ordered parameter (MechanismEntry::order). `make` returns the pair at a
/// rational value. Throws the exceptions of `make` and of pair_between_ends.
Mechanism pair_between(const std::function<Mechanism(const Rational&)>& make, const Real& value,
                       bool larger_is_more_private, const std::string& expression);

}  // namespace plumbline
