/// An accountant as a child process: a line in, a line out; started again after a crash or a hang.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct ChildQuestion {
  std::string text;
  bool afresh = false;              ///< to a child that is started for it
  std::function<bool()> stop = {};  ///< whether nobody waits any more
};

/// A child's reaction to a question.
struct ChildAnswer {
  /// `unasked` is a line that was there before the question: whose answer is whose is not known.
  enum class Ending { line, crash, hang, unasked, interrupted };
  Ending kind = Ending::line;
  std::string text;    ///< the line, or how it ended
  double seconds = 0;  ///< from question to answer
};

class ChildProcess {
 public:
  /// Standard error goes to the end of that file, nowhere if empty. Before a question what is beyond
  /// kMostErrors there is cut to its end.
  ChildProcess(std::vector<std::string> command, std::string error_file);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits at most so long; for the first answer after a start `start_seconds`, where that is more. The
  /// text of a crash or a hang ends with the last line on standard error. Throws std::invalid_argument
  /// where the command cannot be started at all.
  ChildAnswer ask(const ChildQuestion& question, double seconds,
                  double start_seconds = kStartSeconds);

  static constexpr double kStartSeconds = 120;
  static constexpr size_t kLongestLine = size_t{1} << 20;
  static constexpr size_t kMostErrors = size_t{1} << 20, kKeptErrors = size_t{1} << 18;

 private:
  void start();
  void end();
  /// Returns its last line on standard error; empty where there is none.
  std::string last_error_line() const;
  std::optional<ChildAnswer> unasked();
  /// Returns the reaction in place of an answer, or nothing once the line is sent.
  std::optional<ChildAnswer> send(const std::string& line, double seconds,
                                  const std::function<bool()>& stop);
  /// How the child ended, after its output did.
  std::string ending();
  ChildAnswer receive(double seconds, const std::function<bool()>& stop);

  std::vector<std::string> command_;
  std::string error_file_;
  int errors_ = -1;          ///< the same, open; a file without a name where it has none
  off_t errors_before_ = 0;  ///< its length when the child was started
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  bool fresh_ = true;  ///< has answered nothing yet
  std::string rest_;   ///< read, but not yet a line
};

}  // namespace plumbline
