/// The floating-point environment of a thread. The calling program may have set another rounding mode, denormal
/// numbers that count as 0, or traps. Certified code computes in the standard environment.
#pragma once

#include <cfenv>

namespace plumbline {

/// Sets the standard environment on this thread during its lifetime: rounding to nearest, all bits of a long double,
/// denormal numbers, no traps. The destructor restores the previous environment and exception flags. Scopes can be
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

/// Scope of a callback within a FloatingPointScope: restores the environment of the caller during its lifetime, then
/// sets the standard one again, regardless of what the callback changes. Has no effect outside of a FloatingPointScope.
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
