/// The neighbouring data sets that attain a pair.
#pragma once

#include <string>

namespace plumbline {

/// The neighbouring data sets that attain the pair: their output laws are the pair, or have at least its privacy loss.
enum class Attained {
  no,  ///< no such neighbours are known
  /// For a single run, some neighbours attain each point of the privacy profile. Different points may need different
  /// neighbours.
  pointwise,
  family,  ///< the neighbours that Hypotheses::family describes
  every    ///< for each kind of query, some query of this kind and some neighbours attain the pair
};

const std::string& attained_name(Attained attained);
Attained attained_named(const std::string& name);

}  // namespace plumbline
