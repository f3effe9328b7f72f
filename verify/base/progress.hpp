/// The progress of a run: one line on a terminal, or one line every ten seconds in a log. Plain text: no colour, and
/// the only cursor movement is to the start of the line.
#pragma once

#include <ostream>
#include <string>

#include "reference/arithmetic/running/stopwatch.hpp"

namespace plumbline {

class Progress {
 public:
  enum class Display { none, terminal, log };
  /// A total of 0 means that the total is unknown.
  Progress(std::ostream& out, Display kind, size_t total) : out_(out), kind_(kind), total_(total) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Rewrites the line on a terminal. In a log, adds a line if the last is ten seconds old.
  void show(size_t done, const std::string& current);
  /// Clears the line for another message.
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
