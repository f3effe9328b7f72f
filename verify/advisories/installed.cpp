#include "verify/advisories/installed.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

/// Reads Name and Version of a METADATA or PKG-INFO file; they are empty if missing.
Distribution read_metadata(const fs::path& file) {
  Distribution out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line) && !line.empty() && line != "\r";) {
    while (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.starts_with("Name: ")) out.name = line.substr(6);
    if (line.starts_with("Version: ")) out.version = line.substr(9);
  }
  return out;
}

fs::path metadata_of(const fs::path& entry) {
  if (entry.extension() == ".dist-info") return entry / "METADATA";
  if (entry.extension() != ".egg-info") return {};
  return fs::is_directory(entry) ? entry / "PKG-INFO" : entry;
}

}  // namespace

std::vector<Distribution> installed_in(const fs::path& site_packages) {
  std::error_code error;
  std::vector<Distribution> out;
  fs::directory_iterator entries(site_packages, error);
  if (error) {
    throw std::invalid_argument(
        "'" + site_packages.string() +
        "' is no folder of installed packages; name a site-packages folder");
  }
  for (const fs::directory_entry& entry : entries) {
    const fs::path file = metadata_of(entry.path());
    if (file.empty()) continue;
    Distribution found = read_metadata(file);
    if (!found.name.empty() && !found.version.empty()) out.push_back(std::move(found));
  }
  std::sort(out.begin(), out.end(), [](const Distribution& a, const Distribution& b) {
    return normalised_name(a.name) < normalised_name(b.name);
  });
  return out;
}

std::vector<fs::path> site_packages_of(const fs::path& prefix) {
  std::vector<fs::path> out;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(prefix / "lib", error)) {
    if (!entry.path().filename().string().starts_with("python3")) continue;
    for (const char* name : {"site-packages", "dist-packages"}) {
      if (fs::is_directory(entry.path() / name)) out.push_back(entry.path() / name);
    }
  }
  if (out.empty()) {
    throw std::invalid_argument("'" + prefix.string() +
                                "' has no lib/python3*/site-packages; name an environment, or "
                                "activate one");
  }
  std::sort(out.begin(), out.end());
  return out;
}

fs::path active_environment() {
  if (const char* named = std::getenv("VIRTUAL_ENV"); named != nullptr && *named != '\0')
    return named;
  const char* python = std::getenv("PLUMBLINE_PYTHON");
  if (python == nullptr || *python == '\0') return {};
  return fs::path(python).parent_path().parent_path();
}

}  // namespace plumbline
