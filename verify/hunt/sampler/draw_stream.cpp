#include "verify/hunt/sampler/draw_stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "reference/arithmetic/running/stopwatch.hpp"
#include "verify/hunt/spawn.hpp"

extern char** environ;

namespace plumbline {
namespace {

constexpr int kMillisecondsBetweenStops = 100;

}  // namespace

DrawStream::DrawStream(const std::vector<std::string>& command, const std::string& error_file) {
  std::array<int, 2> out{};
  if (pipe2(out.data(), O_CLOEXEC) != 0) refuse_start("sampler", command.front(), errno);
  from_ = out[0];
  errors_ = open_errors(error_file);
  errors_before_ = lseek(errors_, 0, SEEK_END);
  SpawnActions actions;
  posix_spawn_file_actions_addopen(&actions.files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions.files, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions.files, errors_, STDERR_FILENO);
  std::vector<std::string> copy = command;
  std::vector<char*> words;
  for (std::string& word : copy) words.push_back(word.data());
  words.push_back(nullptr);
  const int error = posix_spawnp(&pid_, words.front(), &actions.files, &actions.attributes,
                                 words.data(), environ);
  close(out[1]);
  if (error == 0) return;
  close(from_);
  close(errors_);
  refuse_start("sampler", command.front(), error);
}

DrawStream::~DrawStream() {
  close(from_);
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(errors_);
}

bool DrawStream::read_more(std::string* to, const std::function<bool()>& stop) {
  std::array<char, 65536> buffer{};
  while (!stop()) {
    pollfd waiting{from_, POLLIN, 0};
    if (poll(&waiting, 1, kMillisecondsBetweenStops) <= 0) continue;
    const ssize_t n = read(from_, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to->append(buffer.data(), static_cast<size_t>(n));
    return true;
  }
  return false;
}

std::string DrawStream::ending() {
  int status = 0;
  const Stopwatch watch;
  while (waitpid(pid_, &status, WNOHANG) == 0) {
    if (watch.seconds() > 2) return "closed its output";
    usleep(2000);
  }
  kill(-pid_, SIGKILL);
  pid_ = -1;
  const std::string how = WIFSIGNALED(status)
                              ? fmt::format("ended by signal {}", strsignal(WTERMSIG(status)))
                              : fmt::format("ended with exit code {}", WEXITSTATUS(status));
  const std::string said = last_line_of(errors_, errors_before_);
  return said.empty() ? how : how + "; standard error: " + said;
}

}  // namespace plumbline
