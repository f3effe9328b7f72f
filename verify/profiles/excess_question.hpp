/// Questions about the largest amount by which a distribution or a trade-off curve is on the wrong side of the true
/// one.
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
  bool points = false;  ///< a curve promises only its points, and not the lines between them
};

/// Returns one question for each part that the direction of `asked` concerns. `asked` contains the mechanism, the
/// direction, the digits and the engine.
/// \throws std::invalid_argument for a curve whose promise begins at an epsilon, or a distribution that promises only
/// points
std::vector<Query> excess_questions(const Query& asked, const std::vector<StoredDistribution>& all,
                                    const ExcessPromise& promise);

}  // namespace plumbline
