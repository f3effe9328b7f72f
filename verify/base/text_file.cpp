#include "verify/base/text_file.hpp"

#include <unistd.h>

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
