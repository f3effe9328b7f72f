/// The callback that long work calls so that it can be stopped.
#pragma once

#include <exception>
#include <functional>

namespace plumbline {

/// Callback that long work calls at short intervals; it may throw Interrupted to abandon the work.
using Poll = std::function<void()>;

/// Thrown by a Poll when the time limit has passed or the user interrupts.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted, or out of time"; }
};

}  // namespace plumbline
