#include "verify/base/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>

#include "verify/base/text/text_file.hpp"

namespace plumbline {

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  remove_link(folder / name);
  descriptor_ = ::open((folder / name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  // If the file cannot be created, the run continues and fails later, when it writes its results. On a file system that
  // does not support locks, the run continues without a lock.
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;
  ::close(descriptor_);
  throw std::runtime_error(folder.generic_string() +
                           ": another run is writing there; wait for it or choose another --out");
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace plumbline
