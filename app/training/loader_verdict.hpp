/// Decides if a call for Poisson sampling holds for a loader.
#pragma once

#include <optional>
#include <string>

#include "reference/values/extended.hpp"

namespace plumbline {

/// Epsilons at one delta.
struct LoaderEpsilons {
  Extended told;                   ///< what an accountant of Poisson sampling says
  Extended proved;                 ///< of the loader's pair
  std::optional<Extended> member;  ///< what some data sets have, where such are known
  bool told_holds = false;  ///< the statement is proved of the loader, whatever its epsilon is
};

/// The verdict: violated (certainly too small), sound (proved) or undecided; and a sentence.
struct LoaderVerdict {
  std::string word, sentence;
};

/// Returns true if the lower end of the first is above that of the second.
bool certainly_more(const Extended& first, const Extended& second);

/// `about` says whose neighbours.
LoaderVerdict loader_verdict(const LoaderEpsilons& e, const std::string& about);

}  // namespace plumbline
