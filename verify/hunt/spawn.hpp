/// Starts a child process; shared by accountants and samplers.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>

namespace plumbline {

/// The actions between fork and exec. The child leads its own process group: Ctrl-C reaches only this program, and
/// ending the group ends the child's descendants.
struct SpawnActions {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  SpawnActions();
  ~SpawnActions();
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
};

/// Throws std::invalid_argument with the reason and the remedy: the accountant (or sampler) cannot be started.
[[noreturn]] void refuse_start(const std::string& role, const std::string& command, int error);

/// Opens a file for appending and reading. If the name is empty, opens a temporary file, deleted when it is closed.
int open_errors(const std::string& file);

/// Returns the last line of an open file after position `from`; empty if there is none.
std::string last_line_of(int file, off_t from);

}  // namespace plumbline
