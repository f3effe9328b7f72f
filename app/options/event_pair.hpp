/// The relation of the pair of a composition to its event of dp-accounting.
#pragma once

#include <string>

namespace plumbline {

struct ClaimedPair;

struct EventPair {
  std::string side;   ///< of the composition as a whole, as in docs/mechanisms.md
  std::string words;  ///< empty where the pair is what the event has
};

EventPair event_pair(const ClaimedPair& pair);

}  // namespace plumbline
