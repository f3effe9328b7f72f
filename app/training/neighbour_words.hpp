/// What a run's neighbours have in common.
#pragma once

#include <string>

namespace plumbline {

/// In a pair: neighbours differ in one record, whose gradient counts as zero in one of them.
inline const std::string kZeroOut = ",relation=zero_out";

/// " Neighbours differ in one record, added or removed; ...": and what is public, so that both have the same.
std::string added_or_removed_words();

/// The second half of that sentence, of neighbours that differ in how many records there are.
std::string public_words();

}  // namespace plumbline
