/// The relation between the pair of a composition and its event in dp-accounting.
#pragma once

#include <string>

namespace plumbline {

struct ClaimedPair;

struct EventPair {
  std::string
      side;  ///< whether the pair dominates the event or is attained, as in docs/mechanisms.md
  std::string words;  ///< empty if the pair is the event's own pair
};

EventPair event_pair(const ClaimedPair& pair);

}  // namespace plumbline
