/// The question of how far, at most, a distribution or a trade-off curve is on the wrong side.
#pragma once

#include <optional>
#include <vector>

#include "reference/questions/question.hpp"
#include "verify/profiles/distribution_file.hpp"

namespace plumbline {

/// The promise of a distribution or a trade-off curve.
struct ExcessPromise {
  ProfileSide side = ProfileSide::pessimistic;
  std::optional<Rational>
      from{};           ///< smallest epsilon of the promise; none means every real epsilon
  bool points = false;  ///< a curve promises its points alone
};

/// Returns one question for each part that the direction of `asked` is about. `asked` has the mechanism, the direction,
/// the digits and the engine.
/// \throws std::invalid_argument a promise from an epsilon on of a curve, or of points alone of a distribution
std::vector<Query> excess_questions(const Query& asked, const std::vector<StoredDistribution>& all,
                                    const ExcessPromise& promise);

}  // namespace plumbline
