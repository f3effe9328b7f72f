/// Shows the progress of a run. On a terminal, it is one line that is rewritten; in a log, a line is added every ten
/// seconds. The text has no colours, and the cursor only moves to the start of the line.
#pragma once

#include <ostream>
#include <string>

#include "reference/arithmetic/running/stopwatch.hpp"

namespace plumbline {

class Progress {
 public:
  enum class Display { none, terminal, log };
  /// `total` is the number of items of the run; 0 means that it is unknown.
  Progress(std::ostream& out, Display kind, size_t total) : out_(out), kind_(kind), total_(total) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Shows that `done` items are complete and that `current` is the current item. Rewrites the line on a terminal. In a
  /// log, adds a line if the last line is at least ten seconds old.
  void show(size_t done, const std::string& current);
  /// Clears the line on a terminal, so that another message can be printed.
  void clear();

 private:
  bool is_due();
  void write(std::string line);

  std::ostream& out_;
  Display kind_;
  size_t total_;
  size_t width_ = 0;  ///< width of the line on the screen
  Stopwatch watch_;
  double logged_ = 0;  ///< time of the last line in a log, in seconds
};

}  // namespace plumbline
