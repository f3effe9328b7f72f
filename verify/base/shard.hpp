/// One of several parts of a run, each for a separate machine.
#pragma once

#include <string>

namespace plumbline {

/// The `number`-th of `count` parts. A part contains every `count`-th case, so that it has cases of each file. Shard
/// 1 of 1 is the whole run.
struct Shard {
  size_t number = 1, count = 1;

  bool has(size_t index) const { return index % count == number - 1; }
  bool whole() const { return count == 1; }
  /// Returns true if items with this name belong to the shard. The result is the same on every machine.
  bool has_named(const std::string& name) const;
  /// Returns "2/5".
  std::string text() const;
  /// Parses "2/5". Throws std::invalid_argument with the remedy.
  static Shard parse(const std::string& text);
};

}  // namespace plumbline
