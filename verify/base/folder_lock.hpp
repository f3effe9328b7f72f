/// Locks a folder, so that only one run at a time writes to it.
#pragma once

#include <filesystem>
#include <string>

namespace plumbline {

/// A lock on a folder. It ends when the object is destroyed or when its process ends in any way.
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
