/// Shared descriptions of a run's neighbours.
#pragma once

#include <string>

namespace plumbline {

/// Neighbours differ in one record, whose gradient counts as zero in one of them: the parameter of such a pair.
inline const std::string kZeroOut = ",relation=zero_out";
/// The sentence about them: " Neighbours differ in one record, whose gradient counts as zero in one of them."
std::string zeroed_words();

/// " Neighbours differ in one record, added or removed; ...", with the public facts that both share.
std::string added_or_removed_words();

/// The second half of that sentence, for neighbours that differ in the number of records.
std::string public_words();

}  // namespace plumbline
