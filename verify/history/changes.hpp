/// What is otherwise in one night than in another, for people.
#pragma once

#include <string>
#include <vector>

#include "verify/history/history.hpp"

namespace plumbline {

struct NightChange {
  /// "verdict", "looser", "tighter", "digits", "slower", "faster", "new", "gone"
  std::string kind;
  std::string source, part;
  std::string question, place;  ///< of an answer; empty for a part
  std::string before, after;
  std::string mechanism;  ///< of an answer; empty for a part
};

/// From the night `before` to the night `after`. New and gone answers are counted by part.
std::vector<NightChange> changes_between(History& history, long before, long after);

/// The night a text means: its number, the beginning of its time, or of its commit (the last such).
/// Throws std::invalid_argument where there is none.
KeptNight find_night(const std::vector<KeptNight>& nights, const std::string& text);

}  // namespace plumbline
