#include "reference/arithmetic/running/versions.hpp"

#include <mpfr.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown";
#endif
}

std::string platform() {
  std::string out;
#if defined(__x86_64__)
  out = "x86_64";
#if defined(__GNUC__)
  if (__builtin_cpu_supports("fma") != 0) out += " with fma";
#endif
#elif defined(__aarch64__)
  out = "aarch64";
#else
  out = "other";
#endif
#if defined(__GLIBC__)
  out += std::string(", glibc ") + gnu_get_libc_version();
#endif
  return out;
}

}  // namespace

const char* program_version() { return PLUMBLINE_VERSION; }

std::vector<std::pair<std::string, std::string>> library_versions() {
#if defined(__FLINT_RELEASE) && __FLINT_RELEASE >= 30000
  const std::string arb = std::string("in FLINT ") + FLINT_VERSION;
#else
  const std::string arb = arb_version;
#endif
  return {{"flint", FLINT_VERSION},
          {"arb", arb},
          {"mpfr", mpfr_get_version()},
          {"compiler", compiler()},
          {"platform", platform()}};
}

}  // namespace plumbline
