/// Shared descriptions of a run's neighbours.
#pragma once

#include <string>

namespace plumbline {

/// Parameter of a pair whose neighbours differ in one record: in one data set its gradient is replaced by zero.
inline const std::string kZeroOut = ",relation=zero_out";
/// Returns the sentence " Neighbours differ in one record, whose gradient counts as zero in one of them."
std::string zeroed_words();

/// Returns the sentence " Neighbours differ in one record, added or removed; ...", which names the public facts of
/// both data sets.
std::string added_or_removed_words();

/// Returns the second half of the sentence of added_or_removed_words(), for neighbours that differ in the number of
/// records.
std::string public_words();

}  // namespace plumbline
