/// One of several parts of a run. Each part can run on a separate machine.
#pragma once

#include <string>

namespace plumbline {

/// The `number`-th of `count` parts of a run. A part contains every `count`-th case, so that it contains cases of all
/// large files. Shard 1 of 1 is the whole run.
struct Shard {
  size_t number = 1, count = 1;

  bool has(size_t index) const { return index % count == number - 1; }
  bool whole() const { return count == 1; }
  /// Returns true if the item with this name belongs to the shard. The result depends only on the name, and it is the
  /// same on every machine.
  bool has_named(const std::string& name) const;
  /// Returns "2/5".
  std::string text() const;
  /// Parses "2/5". Throws std::invalid_argument with the remedy.
  static Shard parse(const std::string& text);
};

}  // namespace plumbline
