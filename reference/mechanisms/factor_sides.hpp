/// Lower and upper alternatives to the pair of a factor: lower pairs that some neighbours attain, and a dominating
/// pair that is tighter than the pair of the factor. The entry of its mechanism states them (pair_facts.hpp).
#pragma once

#include <functional>
#include <string>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Expressions with the factor's own power; empty if nothing is stated.
struct FactorSides {
  std::string member, ceiling;
  /// Returns another expression that replaces `member`, for a place in [0, 1]; an empty text if no pair is known at
  /// that place. Null if `member` is the only one.
  std::function<std::string(double place)> member_at{};
};

/// Returns the alternatives to the pair of a factor. Throws std::invalid_argument if a parameter is out of range.
FactorSides sides_of(const WrittenFactor& factor);

}  // namespace plumbline
