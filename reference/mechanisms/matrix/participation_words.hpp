/// Describes what a record may contribute to a mechanism: the steps of a matrix mechanism or of a random allocation in
/// which it takes part, or the keys of a thresholded histogram that it alone has.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Returns the condition under which the pair of a matrix mechanism, of a random allocation or of `thresholded` bounds
/// a record, for example "each record takes part in at most 4 of the 100 steps, at least 25 steps apart". Empty for
/// other mechanisms. Parameters may be unknown.
std::string participation_words(const WrittenFactor& factor);

/// The condition for one factor of a product, or for a mechanism inside a factor.
struct ParticipationCondition {
  std::string factor, words;
};
/// Returns the conditions of all such mechanisms of a product, including those inside other mechanisms, each once.
std::vector<ParticipationCondition> participation_conditions(
    const std::vector<WrittenFactor>& factors);

}  // namespace plumbline
