/// Lower and upper alternatives to the pair of a factor: lower pairs, which some neighbours of the mechanism attain,
/// and a dominating pair that is tighter than the pair of the factor. The entry of its mechanism states them
/// (pair_facts.hpp).
#pragma once

#include <functional>
#include <string>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// `member` is the lower pair and `ceiling` the tighter dominating pair, as expressions with the factor's own power;
/// empty if nothing is stated.
struct FactorSides {
  std::string member, ceiling;
  /// For a family of lower pairs with a parameter `place` in [0, 1]: returns the expression of one of them; empty if no
  /// pair is known at this place. Null if `member` is the only lower pair.
  std::function<std::string(double place)> member_at{};
};

/// Returns the alternatives to the pair of a factor. Throws std::invalid_argument if a parameter is out of range.
FactorSides sides_of(const WrittenFactor& factor);

}  // namespace plumbline
