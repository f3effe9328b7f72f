#include "verify/base/text/text_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <stdexcept>

namespace plumbline {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw std::invalid_argument(path.generic_string() +
                              ": cannot be written; choose another place for it");
}

}  // namespace

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) refuse(path);
}

void replace_file(const std::filesystem::path& path, const std::string& text) {
  const std::string part = path.string() + ".part";
  ::unlink(part.c_str());  // left by a run that was killed
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) refuse(path);
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  const bool whole = ::close(file) == 0 && done == text.size();
  if (whole && ::rename(part.c_str(), path.c_str()) == 0) return;
  ::unlink(part.c_str());
  refuse(path);
}

void remove_link(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_symlink(path, error)) std::filesystem::remove(path, error);
}

void make_subfolder(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::is_symlink(folder, error)) {
    throw std::invalid_argument(folder.generic_string() +
                                ": is a symbolic link, which may lead anywhere; remove it");
  }
  std::filesystem::create_directories(folder, error);
}

void check_output_file(const std::filesystem::path& path) {
  std::error_code error;
  const bool was_there = std::filesystem::exists(path, error);
  if (!std::ofstream(path, std::ios::binary | std::ios::app)) refuse(path);
  if (!was_there) std::filesystem::remove(path, error);
}

void check_output_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path probe = folder / (".plumbline-" + std::to_string(getpid()));
  const bool made = !error && std::ofstream(probe).good();
  std::filesystem::remove(probe, error);
  if (!made) {
    throw std::invalid_argument(folder.generic_string() +
                                ": no files can be made there; choose another --out");
  }
}

}  // namespace plumbline
