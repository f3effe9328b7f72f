/// The floating-point environment of a thread. Its owner may have set any: another rounding mode, denormal numbers
/// that count as 0, traps. Certified code computes in the standard one.
#pragma once

#include <cfenv>

namespace plumbline {

/// The standard environment on this thread while it lives: rounding to nearest, all bits of a long double, denormal
/// numbers, no traps. Then the thread has its own environment and exception flags again. Scopes nest.
class FloatingPointScope {
 public:
  /// \throws std::runtime_error where the library was compiled with unsafe arithmetic (unsafe_arithmetic()).
  FloatingPointScope();
  ~FloatingPointScope();
  FloatingPointScope(const FloatingPointScope&) = delete;
  FloatingPointScope& operator=(const FloatingPointScope&) = delete;

 private:
  std::fenv_t before_;
  bool outermost_;
};

/// For a callback within a FloatingPointScope: the thread's own environment while it lives, then the standard one
/// again, whatever the callback did. Outside of any scope it changes nothing.
class CallbackScope {
 public:
  CallbackScope();
  ~CallbackScope();
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

 private:
  const std::fenv_t* own_;
};

}  // namespace plumbline
