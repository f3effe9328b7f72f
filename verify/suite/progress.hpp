/// One line on a terminal that says how far a run has come. Plain text: no colour, no cursor
/// movement beyond the start of the line.
#pragma once

#include <chrono>
#include <ostream>
#include <string>

namespace plumbline {

class Progress {
 public:
  /// Says nothing at all unless `terminal`. A total of 0 is one that is not known.
  Progress(std::ostream& out, bool terminal, size_t total)
      : out_(out), terminal_(terminal), total_(total) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Rewrites the line.
  void show(size_t done, const std::string& current);
  /// Makes room for another message.
  void clear();

 private:
  void write(std::string line);

  std::ostream& out_;
  bool terminal_;
  size_t total_;
  size_t width_ = 0;  ///< of the line on screen
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace plumbline
