#include "verify/hunt/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/hunt/spawn.hpp"

extern char** environ;

namespace plumbline {
namespace {

constexpr double kBetweenLooks = 0.1;  // seconds between two checks while an answer is awaited

int milliseconds(double seconds) {
  return static_cast<int>(1000 * std::clamp(seconds, 0.0, kBetweenLooks)) + 1;
}

/// Shortens a large file to its last lines. Children append to the file after these lines.
void keep_end_of(const std::string& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  if (none || size <= ChildProcess::kMostErrors) return;
  std::string last(ChildProcess::kKeptErrors, '\0');
  std::ifstream in(file, std::ios::binary);
  in.seekg(-static_cast<std::streamoff>(last.size()), std::ios::end);
  if (!in.read(last.data(), static_cast<std::streamsize>(last.size()))) return;
  last.erase(0, last.find('\n') + 1);  // erases nothing if the text has no line end
  std::ofstream(file, std::ios::binary | std::ios::trunc) << "(earlier output omitted)\n" << last;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, std::string error_file)
    : command_(std::move(command)), error_file_(std::move(error_file)) {}

ChildProcess::~ChildProcess() {
  end();
  if (errors_ >= 0) close(errors_);
}

std::string ChildProcess::last_error_line() const { return last_line_of(errors_, errors_before_); }

void ChildProcess::start() {
  // Sockets are used because writing to a child that has ended then causes an error instead of a signal.
  std::array<int, 2> in{}, out{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) {
    refuse_start("accountant", command_.front(), errno);
  }
  if (pipe2(out.data(), O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    refuse_start("accountant", command_.front(), errno);
  }
  SpawnActions actions;
  posix_spawn_file_actions_adddup2(&actions.files, in[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions.files, out[1], STDOUT_FILENO);
  if (errors_ < 0) errors_ = open_errors(error_file_);
  errors_before_ = std::max<off_t>(lseek(errors_, 0, SEEK_END), 0);
  posix_spawn_file_actions_adddup2(&actions.files, errors_, STDERR_FILENO);
  std::vector<char*> words;
  for (std::string& word : command_) words.push_back(word.data());
  words.push_back(nullptr);
  const int error = posix_spawnp(&pid_, words.front(), &actions.files, &actions.attributes,
                                 words.data(), environ);
  close(in[1]);
  close(out[1]);
  to_ = in[0];
  from_ = out[0];
  fresh_ = true;
  rest_.clear();
  if (error != 0) {
    pid_ = -1;
    end();
    refuse_start("accountant", command_.front(), error);
  }
}

void ChildProcess::end() {
  for (int* file : {&to_, &from_}) {
    if (*file >= 0) close(*file);
    *file = -1;
  }
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

/// Returns output that was written since the last answer, or the end of the process; nothing if there is neither.
std::optional<ChildAnswer> ChildProcess::unasked() {
  pollfd waiting{from_, POLLIN, 0};
  if (rest_.empty()) {
    if (poll(&waiting, 1, 0) <= 0) return std::nullopt;
    std::array<char, 256> buffer{};
    const ssize_t n = read(from_, buffer.data(), buffer.size());
    if (n <= 0) return ChildAnswer{ChildAnswer::Ending::crash, ending(), 0};
    rest_.append(buffer.data(), static_cast<size_t>(n));
  }
  return ChildAnswer{ChildAnswer::Ending::unasked, rest_, 0};
}

std::optional<ChildAnswer> ChildProcess::send(const std::string& line, double seconds,
                                              const std::function<bool()>& stop) {
  const Stopwatch watch;
  for (size_t done = 0; done < line.size();) {
    const ssize_t n =
        ::send(to_, line.data() + done, line.size() - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (n == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)) {
      return ChildAnswer{ChildAnswer::Ending::crash, ending(), 0};
    } else if (stop()) {
      return ChildAnswer{ChildAnswer::Ending::interrupted, "", 0};
    } else if (auto instead = unasked()) {  // the child does not read, but writes
      return instead;
    } else if (watch.seconds() > seconds) {
      return ChildAnswer{ChildAnswer::Ending::hang, fmt::format("read nothing in {:g} s", seconds),
                         watch.seconds()};
    } else {  // the child reads slowly
      pollfd waiting{to_, POLLOUT, 0};
      poll(&waiting, 1, milliseconds(seconds - watch.seconds()));
    }
  }
  return std::nullopt;
}

std::string ChildProcess::ending() {
  int status = 0;
  const Stopwatch watch;
  while (waitpid(pid_, &status, WNOHANG) == 0) {  // the output may end before the process does
    if (watch.seconds() > 2) return "closed its output";
    usleep(2000);
  }
  kill(-pid_, SIGKILL);
  pid_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("signal {}", strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

ChildAnswer ChildProcess::receive(double seconds, const std::function<bool()>& stop) {
  const Stopwatch watch;
  size_t searched = 0;
  for (;;) {
    const size_t end_of_line = rest_.find('\n', searched);
    if (end_of_line != std::string::npos) {
      ChildAnswer out{ChildAnswer::Ending::line, rest_.substr(0, end_of_line), watch.seconds()};
      rest_.erase(0, end_of_line + 1);
      return out;
    }
    searched = rest_.size();
    if (searched > kLongestLine) {
      return {ChildAnswer::Ending::crash, "a line without an end: " + rest_.substr(0, 60),
              watch.seconds()};
    }
    const double left = seconds - watch.seconds();
    if (left <= 0) {
      return {ChildAnswer::Ending::hang, fmt::format("no answer in {:g} s", seconds),
              watch.seconds()};
    }
    if (stop()) return {ChildAnswer::Ending::interrupted, "", 0};
    pollfd waiting{from_, POLLIN, 0};
    if (poll(&waiting, 1, milliseconds(left)) <= 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t n = read(from_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return {ChildAnswer::Ending::crash, ending(), watch.seconds()};
    rest_.append(buffer.data(), static_cast<size_t>(n));
  }
}

ChildAnswer ChildProcess::ask(const ChildQuestion& question, double seconds, double start_seconds) {
  if (!error_file_.empty()) keep_end_of(error_file_);
  if (question.afresh) end();
  if (pid_ < 0) start();
  if (!fresh_) {
    if (auto instead = unasked()) {
      end();
      return *instead;
    }
  }
  const std::function<bool()> stop =
      question.stop ? question.stop : [] { return InterruptGuard::interrupted(); };
  const double patience = fresh_ ? std::max(seconds, start_seconds) : seconds;
  ChildAnswer out;
  if (auto failed = send(question.text + "\n", patience, stop)) {
    out = std::move(*failed);
  } else {
    out = receive(patience, stop);
  }
  if (out.kind == ChildAnswer::Ending::line) {
    fresh_ = false;
    return out;
  }
  end();
  const bool failed =
      out.kind == ChildAnswer::Ending::crash || out.kind == ChildAnswer::Ending::hang;
  const std::string said = failed ? last_error_line() : "";
  if (!said.empty()) out.text += "; standard error: " + said;
  return out;
}

}  // namespace plumbline
