/// A sampler as a child process that prints draws.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

class DrawStream {
 public:
  /// Starts the child. Standard error is appended to `error_file`, or discarded if the name is empty. The child has
  /// no input.
  /// \throws std::invalid_argument if the command cannot be started
  DrawStream(const std::vector<std::string>& command, const std::string& error_file);
  /// Ends the child and its descendants.
  ~DrawStream();
  DrawStream(const DrawStream&) = delete;
  DrawStream& operator=(const DrawStream&) = delete;

  /// Appends the child's output to `to`. Waits for output until `stop` returns true.
  /// \return false after the child has closed its output, or after `stop`
  bool read_more(std::string* to, const std::function<bool()>& stop);
  /// Returns how the child ended, such as "ended with exit code 1; standard error: ...". Call it only after the child
  /// has closed its output.
  std::string ending();

 private:
  pid_t pid_ = -1;
  int from_ = -1, errors_ = -1;
  off_t errors_before_ = 0;
};

}  // namespace plumbline
