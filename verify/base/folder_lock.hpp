/// A folder for one run at a time.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Keeps a folder to one run at a time, until it is destroyed or its process ends in any way.
class FolderLock {
 public:
  /// `name` is the file that is locked. Throws std::runtime_error when another run has the folder.
  explicit FolderLock(const std::filesystem::path& folder, const std::string& name = ".lock");
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace plumbline
