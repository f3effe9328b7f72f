#include "reference/arithmetic/running/floating_point.hpp"

#include <stdexcept>
#include <string>

#include "reference/arithmetic/functions/safe_arithmetic.hpp"

namespace plumbline {
namespace {

/// The environment of the caller, which a CallbackScope restores; null outside of any FloatingPointScope, and within a
/// callback.
thread_local const std::fenv_t* own_environment = nullptr;

/// Returns the text of unsafe_arithmetic(), computed once in a process because it depends on the build alone.
const std::string& build_fault() {
  static const std::string fault = unsafe_arithmetic();
  return fault;
}

}  // namespace

FloatingPointScope::FloatingPointScope() : outermost_(own_environment == nullptr) {
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
  if (!build_fault().empty()) {
    std::fesetenv(&before_);
    throw std::runtime_error(
        "this build of plumbline computes with unsafe arithmetic (" + build_fault() +
        "): compile it without -ffast-math, -Ofast, -funsafe-math-optimizations");
  }
  if (outermost_) own_environment = &before_;
}

FloatingPointScope::~FloatingPointScope() {
  if (outermost_) own_environment = nullptr;
  std::fesetenv(&before_);
}

CallbackScope::CallbackScope() : own_(own_environment) {
  own_environment = nullptr;
  if (own_ != nullptr) std::fesetenv(own_);
}

CallbackScope::~CallbackScope() {
  if (own_ != nullptr) std::fesetenv(FE_DFL_ENV);
  own_environment = own_;
}

}  // namespace plumbline
