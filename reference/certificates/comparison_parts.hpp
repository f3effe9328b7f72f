/// Shared parts of the check of comparisons.
#pragma once

#include "reference/certificates/comparison_check.hpp"
#include "reference/quantities/comparison/comparison.hpp"

namespace plumbline::compared {

using Order = ComparedRange::Order;

inline constexpr int kExactDigits = 420;  ///< digits of the dyadic epsilons at which profiles are
                                          ///< sampled
inline constexpr int kPointDigits = 30;   ///< digits of a difference at one epsilon
inline constexpr int kMostEvaluations = 400;
inline const Bits kBits{2048};

/// Returns the ends of a finite range as decimals rounded inward.
inline std::pair<Rational, Rational> decimals_within(const ComparedRange& range) {
  return {range.from.decimal_ends(kExactDigits).second.value(),
          range.to.decimal_ends(kExactDigits).first.value()};
}

/// Parses a size in the form of `margin`; nothing for "inf".
inline std::optional<Rational> size(const std::string& text) {
  if (text == "inf") return std::nullopt;
  return Rational::parse(text);
}

inline bool at_most(const Ball& x, const std::optional<Rational>& most) {
  return !most || certainly_at_most(x, Ball(*most, kBits));
}

inline bool beyond(const Ball& x, const std::optional<Rational>& most) {
  return most && certainly_less(Ball(*most, kBits), x);
}

inline bool opposite(Order a, Order b) {
  return (a == Order::first_larger && b == Order::second_larger) ||
         (a == Order::second_larger && b == Order::first_larger);
}

/// Returns true if a range of the kind `own` also has the stated kind. Stated signs mean >= 0 or <= 0, so that `equal`
/// has both signs.
inline bool is_also(Order stated, Order own) { return own == stated || own == Order::equal; }

inline Order other_sign(Order sign) {
  return sign == Order::first_larger ? Order::second_larger : Order::first_larger;
}

inline void settle(CheckedFinding* finding, Standing standing, const std::string& found) {
  if (finding->settled()) return;
  finding->standing = standing;
  finding->found = found;
}

}  // namespace plumbline::compared
