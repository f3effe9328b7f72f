/// Starting a child: what an accountant and a sampler have in common.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>

namespace plumbline {

/// The actions between fork and exec. The child leads a process group of its own: Ctrl-C reaches the hunter alone, and
/// ending the group ends the child's children.
struct SpawnActions {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  SpawnActions();
  ~SpawnActions();
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
};

/// Throws std::invalid_argument: the accountant (or sampler) cannot be started, why, and what to write.
[[noreturn]] void refuse_start(const std::string& role, const std::string& command, int error);

/// Opens a file of that name to append to and to read; without a name a file that is gone when it is closed.
int open_errors(const std::string& file);

/// Returns the last line of an open file, of what is behind that place; empty where nothing is.
std::string last_line_of(int file, off_t from);

}  // namespace plumbline
