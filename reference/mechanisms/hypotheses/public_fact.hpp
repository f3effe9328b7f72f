/// Facts that both data sets of a pair share.
#pragma once

#include <string>
#include <utility>

namespace plumbline {

/// A shared fact that the analysis uses, such as {"n", "1000"}.
using PublicFact = std::pair<std::string, std::string>;

/// The name of the public fact that is a property of the data: the number of records or users.
inline const char* const kRecords = "n";
/// The name of the public fact that no other record has the keys of the differing records. This fact is not part of a
/// relation.
inline const char* const kKeys = "keys";
/// The name of the public fact that the differing records do not lower the value to which noise is added. Poisson noise
/// has another pair if a value decreases. This fact is not part of a relation.
inline const char* const kContribution = "contribution";

}  // namespace plumbline
