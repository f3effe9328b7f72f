/// Shared descriptions of a run's neighbours.
#pragma once

#include <string>

namespace plumbline {

/// Neighbours differ in one record, whose gradient counts as zero in one of them: the parameter of such a pair.
inline const std::string kZeroOut = ",relation=zero_out";
/// The sentence about them, " Neighbours differ in one record, whose gradient counts as zero in one of them."
std::string zeroed_words();

/// " Neighbours differ in one record, added or removed; ...": and what is public, so that both have the same.
std::string added_or_removed_words();

/// The second half of that sentence, of neighbours that differ in how many records there are.
std::string public_words();

}  // namespace plumbline
