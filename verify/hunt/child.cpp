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
#include <stdexcept>

#include "reference/arithmetic/stopwatch.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/base/one_line.hpp"

extern char** environ;

namespace plumbline {
namespace {

constexpr size_t kLongestLine = size_t{1} << 24;

[[noreturn]] void refuse_start(const std::string& command, int error) {
  throw std::invalid_argument(
      fmt::format("the accountant {} cannot be started: {}", command, std::strerror(error)));
}

/// What is done between fork and exec.
struct SpawnActions {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  SpawnActions() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    // A group of its own: Ctrl-C is for the hunter, and an end is for the child's children as well.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
};

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> command, std::string error_file)
    : command_(std::move(command)), error_file_(std::move(error_file)) {}

ChildProcess::~ChildProcess() { end(); }

void ChildProcess::start() {
  // A socket to write to, so that a child that is gone is an error and no signal.
  std::array<int, 2> in{}, out{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) {
    refuse_start(command_.front(), errno);
  }
  if (pipe2(out.data(), O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    refuse_start(command_.front(), errno);
  }
  SpawnActions actions;
  posix_spawn_file_actions_adddup2(&actions.files, in[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions.files, out[1], STDOUT_FILENO);
  const std::string errors = error_file_.empty() ? "/dev/null" : error_file_;
  posix_spawn_file_actions_addopen(&actions.files, STDERR_FILENO, errors.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0644);
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
    refuse_start(command_.front(), error);
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

bool ChildProcess::send(const std::string& line) {
  for (size_t done = 0; done < line.size();) {
    const ssize_t n = ::send(to_, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

std::string ChildProcess::ending() {
  int status = 0;
  const Stopwatch watch;
  while (waitpid(pid_, &status, WNOHANG) == 0) {  // its output may end before it does
    if (watch.seconds() > 2) return "closed its output";
    usleep(2000);
  }
  kill(-pid_, SIGKILL);
  pid_ = -1;
  if (WIFSIGNALED(status)) return fmt::format("signal {}", strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

ChildAnswer ChildProcess::receive(double seconds) {
  const Stopwatch watch;
  for (;;) {
    const size_t end_of_line = rest_.find('\n');
    if (end_of_line != std::string::npos) {
      ChildAnswer out{ChildAnswer::Kind::line, rest_.substr(0, end_of_line), watch.seconds()};
      rest_.erase(0, end_of_line + 1);
      return out;
    }
    const double left = seconds - watch.seconds();
    if (left <= 0 || rest_.size() > kLongestLine) {
      return {ChildAnswer::Kind::hang, fmt::format("no answer in {:g} s", seconds),
              watch.seconds()};
    }
    if (InterruptGuard::interrupted()) return {ChildAnswer::Kind::interrupted, "", 0};
    pollfd waiting{from_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min(100.0, 1000 * left)) + 1) <= 0) continue;
    std::array<char, 65536> buffer{};
    const ssize_t n = read(from_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return {ChildAnswer::Kind::crash, ending(), watch.seconds()};
    rest_.append(buffer.data(), static_cast<size_t>(n));
  }
}

ChildAnswer ChildProcess::ask(const std::string& question, double seconds) {
  if (pid_ < 0) start();
  const double patience = fresh_ ? std::max(seconds, kStartSeconds) : seconds;
  ChildAnswer out;
  if (!send(question + "\n")) {
    out = {ChildAnswer::Kind::crash, ending(), 0};
  } else {
    out = receive(patience);
  }
  if (out.kind == ChildAnswer::Kind::line) {
    fresh_ = false;
  } else {
    end();
  }
  return out;
}

}  // namespace plumbline
