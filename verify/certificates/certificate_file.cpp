#include "verify/certificates/certificate_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{256} << 20;

/// Returns the remedy for the system error `error`; empty if no remedy is known.
std::string remedy(const std::string& what, const std::string& path, int error) {
  if (error == EACCES || error == EPERM || error == EROFS)
    return "; choose a place you may " + what;
  if (error != ENOENT) return "";
  if (what == "read") return "";
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "" : "; make the folder first: mkdir -p '" + folder + "'";
}

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  if (what == "read" && error == ENOENT) {
    throw std::invalid_argument("cannot read '" + path + "': there is no such file");
  }
  throw std::invalid_argument("cannot " + what + " '" + path + "': " + std::strerror(error) +
                              remedy(what, path, error));
}

/// Returns the target of symbolic links, or the path itself if nothing exists there yet.
std::string target_of(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

/// Returns true for pipes and devices, which are written in place.
bool in_place(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

std::string temporary_of(const std::string& path) {
  return path + ".part" + std::to_string(getpid());
}

int open_new(const std::string& path, int flags) {
  return open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
}

void write_all(int descriptor, const std::string& text, const std::string& path) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int error = errno;
      close(descriptor);
      fail("write", path, error);
    }
    done += static_cast<size_t>(n);
  }
}

}  // namespace

std::string read_text(const std::string& path) {
  const bool standard = path == "-";
  if (!standard && is_folder(path)) {
    throw std::invalid_argument("cannot read '" + path + "': it is a folder; name a file in it");
  }
  FILE* file = standard ? stdin : std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail("read", path, errno);
  std::string out;
  std::array<char, 1 << 16> buffer{};
  size_t n = 0;
  while (out.size() <= kMostBytes && (n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0) {
    out.append(buffer.data(), n);
  }
  const bool failed = std::ferror(file) != 0;
  const int error = errno;
  if (!standard) std::fclose(file);
  if (failed) fail("read", path, error);
  if (out.size() > kMostBytes) {
    throw std::invalid_argument("cannot read '" + path + "': it is larger than 256 MB");
  }
  return out;
}

void check_writable(const std::string& path) {
  if (path == "-") return;
  const std::string target = target_of(path);
  if (is_folder(target)) {
    throw std::invalid_argument("cannot write '" + path + "': it is a folder; name a file in it");
  }
  if (in_place(target)) return;
  if (access(target.c_str(), F_OK) == 0 && access(target.c_str(), W_OK) != 0)
    fail("write", path, errno);
  const std::string temporary = temporary_of(target);
  const int descriptor = open_new(temporary, O_CREAT | O_EXCL);
  if (descriptor < 0) fail("write", path, errno);
  close(descriptor);
  std::remove(temporary.c_str());
}

void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::fflush(stdout);
    const int copy = dup(STDOUT_FILENO);
    if (copy < 0) fail("write", "standard output", errno);
    write_all(copy, text, "standard output");
    if (close(copy) != 0) fail("write", "standard output", errno);
    return;
  }
  const std::string target = target_of(path);
  if (in_place(target)) {
    const int descriptor = open_new(target, 0);
    if (descriptor < 0) fail("write", path, errno);
    write_all(descriptor, text, path);
    if (close(descriptor) != 0) fail("write", path, errno);
    return;
  }
  const std::string temporary = temporary_of(target);
  const int descriptor = open_new(temporary, O_CREAT | O_EXCL);
  if (descriptor < 0) fail("write", path, errno);
  try {
    write_all(descriptor, text, path);
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
  const bool kept = fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
  const bool closed = close(descriptor) == 0;
  if (!kept || !closed || std::rename(temporary.c_str(), target.c_str()) != 0) {
    const int error = errno;
    std::remove(temporary.c_str());
    fail("write", path, error);
  }
}

}  // namespace plumbline
