/// Locks a folder for one run at a time.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// Holds the lock on a folder until the object is destroyed or its process ends in any way.
class FolderLock {
 public:
  /// Locks the file `name` in the folder. Throws std::runtime_error if another run holds the lock.
  explicit FolderLock(const std::filesystem::path& folder, const std::string& name = ".lock");
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace plumbline
