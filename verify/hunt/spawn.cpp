#include "verify/hunt/spawn.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

#include "reference/arithmetic/ascii.hpp"

namespace plumbline {
namespace {

/// Returns the remedy if the command is a script instead of a program.
std::string start_remedy(const std::string& command, int error) {
  static const std::vector<std::pair<std::string, std::string>> interpreters = {
      {".py", "python3"}, {".jl", "julia"}, {".R", "Rscript"}, {".js", "node"}, {".sh", "sh"}};
  std::error_code none;
  const std::filesystem::path file(command);
  if ((error != EACCES && error != ENOEXEC && error != ENOENT) ||
      !std::filesystem::exists(file, none)) {
    return "";
  }
  for (const auto& [ending, interpreter] : interpreters) {
    if (file.extension() == ending) return fmt::format("; write -- {} {}", interpreter, command);
  }
  if (error == ENOENT) return fmt::format("; write -- ./{}", command);
  return "; make it executable, or write what runs it before its name";
}

}  // namespace

SpawnActions::SpawnActions() {
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
}

SpawnActions::~SpawnActions() {
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
}

void refuse_start(const std::string& role, const std::string& command, int error) {
  throw std::invalid_argument(fmt::format("the {} {} cannot be started: {}{}", role, command,
                                          std::strerror(error), start_remedy(command, error)));
}

int open_errors(const std::string& file) {
  constexpr int kHow = O_RDWR | O_APPEND | O_CLOEXEC;
  const std::string folder = std::filesystem::temp_directory_path().string();
  const int out = file.empty() ? open(folder.c_str(), kHow | O_TMPFILE, 0600)
                               : open(file.c_str(), kHow | O_CREAT, 0644);
  return out >= 0 ? out : open("/dev/null", kHow);
}

std::string last_line_of(int file, off_t from) {
  constexpr off_t kMost = 4096;
  const off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);
  const off_t start = std::max(size < from ? 0 : from, size - kMost);
  if (size <= start) return "";
  std::string text(static_cast<size_t>(size - start), '\0');
  const ssize_t n = pread(file, text.data(), text.size(), start);
  text.resize(n > 0 ? static_cast<size_t>(n) : 0);
  while (!text.empty() && is_space(text.back())) text.pop_back();
  const size_t line = text.rfind('\n');
  return line == std::string::npos ? text : text.substr(line + 1);
}

}  // namespace plumbline
