/// The steps in which a record may take part.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

using Pattern = std::vector<long>;  ///< steps from 0, increasing

/// A set of patterns. A record takes part in the steps of a subset of one pattern.
struct Participation {
  enum class Kind { single, every, spaced, listed };
  Kind kind = Kind::single;
  long count = 1;  ///< maximum number of steps
  long gap = 1;    ///< every, spaced: distance of successive steps (for spaced the minimum)
  std::vector<Pattern> patterns{};

  static Participation once() { return {}; }
  /// The patterns of the steps i, i + gap, i + 2 gap, ... to the end, or `count` of them. every() and spaced() throw
  /// std::invalid_argument on numbers below 1.
  static Participation every(long gap, std::optional<long> count = {});
  /// The patterns of at most `count` steps with distances of at least `gap`.
  static Participation spaced(long count, long gap);
  static Participation listed(std::vector<Pattern> patterns, long steps);

  std::string text() const;
};

}  // namespace plumbline
