/// Facts that both data sets of a pair share.
#pragma once

#include <string>
#include <utility>

namespace plumbline {

/// A fact that both data sets share and the analysis uses, such as {"n", "1000"}.
using PublicFact = std::pair<std::string, std::string>;

/// The name of the public fact that is a property of the data: how many records or users there are.
inline const char* const kRecords = "n";
/// The name of the public fact that nobody else has the keys of the records that differ. It is no part of a relation.
inline const char* const kKeys = "keys";

}  // namespace plumbline
