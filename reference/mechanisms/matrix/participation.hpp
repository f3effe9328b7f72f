/// In which steps a record may take part.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

using Pattern = std::vector<long>;  ///< steps from 0, increasing

/// Some of these patterns, or a part of one: a record need not come.
struct Participation {
  enum class Kind { single, every, spaced, listed };
  Kind kind = Kind::single;
  long count = 1;  ///< at most so many steps
  long gap = 1;    ///< every, spaced: so many steps from one to the next (at least)
  std::vector<Pattern> patterns{};

  static Participation once() { return {}; }
  /// Steps i, i + gap, i + 2 gap, ... to the end, or `count` of them.
  static Participation every(long gap, std::optional<long> count = {});
  /// Any steps, `gap` apart at least. Both throw std::invalid_argument.
  static Participation spaced(long count, long gap);
  static Participation listed(std::vector<Pattern> patterns, long steps);

  std::string text() const;
};

}  // namespace plumbline
