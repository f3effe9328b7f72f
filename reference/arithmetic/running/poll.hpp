/// The callback that long work calls so that it can be stopped.
#pragma once

#include <exception>
#include <functional>

namespace plumbline {

/// Called at short intervals during long work; may throw Interrupted to abandon it.
using Poll = std::function<void()>;

/// Thrown by a Poll when the time limit has passed or the user interrupts.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted, or out of time"; }
};

}  // namespace plumbline
