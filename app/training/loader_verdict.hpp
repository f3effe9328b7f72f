/// Decides if the epsilon of an accountant for Poisson sampling is valid for a loader.
#pragma once

#include <optional>
#include <string>

#include "reference/values/extended.hpp"

namespace plumbline {

/// Epsilons at one delta.
struct LoaderEpsilons {
  Extended told;                   ///< the result of an accountant for Poisson sampling
  Extended proved;                 ///< epsilon of the loader's pair
  std::optional<Extended> member;  ///< epsilon that some data sets attain, if such data sets are
                                   ///< known
  bool told_holds = false;         ///< true if `told` is proved to be an upper bound for the loader
};

/// The verdict on the accountant's epsilon: violated (certainly too small), sound (proved) or undecided; and a
/// sentence.
struct LoaderVerdict {
  std::string word, sentence;
};

/// Returns true if the lower end of `first` is above the lower end of `second`.
bool certainly_more(const Extended& first, const Extended& second);

/// Returns the verdict; `about` describes the neighbours.
LoaderVerdict loader_verdict(const LoaderEpsilons& e, const std::string& about);

}  // namespace plumbline
