/// An accountant as a child process: it reads questions and writes answers, one per line. After a crash or a hang it
/// is started again.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct ChildQuestion {
  std::string text;
  bool afresh = false;              ///< the question goes to a newly started child
  std::function<bool()> stop = {};  ///< returns true if nobody waits for the answer
};

/// The result of a question to a child.
struct ChildAnswer {
  /// `unasked` means that a line was present before the question, so that it is unknown which answer belongs to which
  /// question.
  enum class Ending { line, crash, hang, unasked, interrupted };
  Ending kind = Ending::line;
  std::string text;    ///< the line, or the way the child ended
  double seconds = 0;  ///< time from question to answer
};

class ChildProcess {
 public:
  /// Standard error is appended to `error_file`, or discarded if the name is empty. Before each question, the file is
  /// shortened if it exceeds kMostErrors bytes.
  ChildProcess(std::vector<std::string> command, std::string error_file);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends a question and waits at most `seconds` seconds for the answer; for the first answer after a start at most
  /// `start_seconds`, if that is longer. The text of a crash or a hang ends with the last line on standard error.
  /// Throws std::invalid_argument if the command cannot be started.
  ChildAnswer ask(const ChildQuestion& question, double seconds,
                  double start_seconds = kStartSeconds);

  static constexpr double kStartSeconds = 120;
  static constexpr size_t kLongestLine = size_t{1} << 25;  // fits a whole distribution
  static constexpr size_t kMostErrors = size_t{1} << 20, kKeptErrors = size_t{1} << 18;

 private:
  void start();
  void end();
  /// Returns the child's last line on standard error; empty if there is none.
  std::string last_error_line() const;
  std::optional<ChildAnswer> unasked();
  /// Sends a line. Returns nothing if the line was sent; otherwise the reaction of the child.
  std::optional<ChildAnswer> send(const std::string& line, double seconds,
                                  const std::function<bool()>& stop);
  /// Returns how the child ended, after its output ended.
  std::string ending();
  ChildAnswer receive(double seconds, const std::function<bool()>& stop);

  std::vector<std::string> command_;
  std::string error_file_;
  int errors_ = -1;  ///< descriptor of the open error file; an unnamed file if there is no name
  off_t errors_before_ = 0;  ///< length of the error file when the child was started
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  bool fresh_ = true;  ///< the child has not answered anything yet
  std::string rest_;   ///< text read, but not yet a complete line
};

}  // namespace plumbline
