/// States how the pair of distributions of a composition is related to the event of dp-accounting that describes it.
#pragma once

#include <string>

namespace plumbline {

struct ClaimedPair;

struct EventPair {
  std::string
      side;  ///< whether the pair dominates the event or is attained, as in docs/mechanisms.md
  std::string words;  ///< explanation; empty if the pair dominates and some neighbours attain it
};

EventPair event_pair(const ClaimedPair& pair);

}  // namespace plumbline
