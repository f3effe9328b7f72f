/// The floating-point environment of a thread. Its owner may have set another rounding mode, denormal numbers that
/// count as 0, or traps. Certified code computes in the standard environment.
#pragma once

#include <cfenv>

namespace plumbline {

/// Sets the standard environment on this thread during its lifetime: rounding to nearest, all bits of a long double,
/// denormal numbers, no traps. Afterwards the thread has its own environment and exception flags again. Scopes can be
/// nested.
class FloatingPointScope {
 public:
  /// \throws std::runtime_error if the library was compiled with unsafe arithmetic (unsafe_arithmetic()).
  FloatingPointScope();
  ~FloatingPointScope();
  FloatingPointScope(const FloatingPointScope&) = delete;
  FloatingPointScope& operator=(const FloatingPointScope&) = delete;

 private:
  std::fenv_t before_;
  bool outermost_;
};

/// For a callback within a FloatingPointScope: sets the thread's own environment during its lifetime, then the standard
/// one again, whatever the callback did. Has no effect outside of a scope.
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
