/// States of the process that the library must tolerate: rounding modes, denormal numbers treated as 0, traps, a
/// locale with a decimal comma.
#pragma once

#include <cfenv>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <locale>
#include <string>
#include <vector>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "tests/folder.hpp"

namespace plumbline::testing {

/// Modes of the floating-point unit of a thread.
struct Modes {
  int rounding = FE_TONEAREST;
  bool flush = false;    ///< results that are denormal numbers become 0 (FTZ)
  bool zeros = false;    ///< denormal numbers count as 0 (DAZ)
  bool extended = true;  ///< x87: all 64 bits of a long double
  bool traps = false;    ///< invalid operations, divisions by 0 and overflows end the program

  bool operator==(const Modes&) const = default;
  std::string text() const {
    return "rounding " + std::to_string(rounding) + (flush ? ", FTZ" : "") +
           (zeros ? ", DAZ" : "") + (extended ? "" : ", 53 bits") + (traps ? ", traps" : "");
  }
};

#ifdef __SSE2__
inline constexpr unsigned kFlush = 0x8000, kZeros = 0x0040;
inline constexpr bool kHasDenormalModes = true;
#else
inline constexpr bool kHasDenormalModes = false;
#endif

inline void set_modes(const Modes& modes) {
  std::fesetenv(FE_DFL_ENV);
  std::fesetround(modes.rounding);
#ifdef __SSE2__
  unsigned csr = _mm_getcsr() & ~(kFlush | kZeros);
  csr |= (modes.flush ? kFlush : 0) | (modes.zeros ? kZeros : 0);
  _mm_setcsr(csr);
  std::uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  control = static_cast<std::uint16_t>((control & ~0x0300U) | (modes.extended ? 0x0300U : 0x0200U));
  asm volatile("fldcw %0" : : "m"(control));
#endif
#ifdef __GLIBC__
  if (modes.traps) feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
}

inline Modes modes_now() {
  Modes out;
  out.rounding = std::fegetround();
#ifdef __SSE2__
  out.flush = (_mm_getcsr() & kFlush) != 0;
  out.zeros = (_mm_getcsr() & kZeros) != 0;
  std::uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  out.extended = (control & 0x0300U) == 0x0300U;
#endif
#ifdef __GLIBC__
  out.traps = fegetexcept() != 0;
#endif
  return out;
}

/// Returns the four rounding modes, each with and without FTZ and DAZ.
inline std::vector<Modes> all_modes() {
  std::vector<Modes> out;
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (int bits = 0; bits < (kHasDenormalModes ? 4 : 1); ++bits) {
      out.push_back({.rounding = rounding, .flush = (bits & 1) != 0, .zeros = (bits & 2) != 0});
    }
  }
  return out;
}

/// Sets these modes during its lifetime, then the standard ones.
class WithModes {
 public:
  explicit WithModes(const Modes& modes) { set_modes(modes); }
  ~WithModes() { std::fesetenv(FE_DFL_ENV); }
  WithModes(const WithModes&) = delete;
  WithModes& operator=(const WithModes&) = delete;
};

/// Sets a locale of C and C++ with a decimal comma and thousands separated by points during its lifetime, then the C
/// locale.
class CommaLocale {
 public:
  CommaLocale() {
    folder_.write(
        "numbers",
        "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\ngrouping 3;3\nEND LC_NUMERIC\n");
    std::string letters =
        "<code_set_name> ANSI_X3.4-1968\n<comment_char> %\n<escape_char> /\nCHARMAP\n";
    for (unsigned i = 0; i < 128; ++i) {
      constexpr const char* kHex = "0123456789abcdef";
      const std::string code = {kHex[i / 16], kHex[i % 16]};
      letters += "<U00" + code + "> /x" + code + "\n";
    }
    folder_.write("letters", letters + "END CHARMAP\n");
    const std::string make = "localedef -c -f '" + folder_.file("letters") + "' -i '" +
                             folder_.file("numbers") + "' '" + folder_.file("comma") +
                             "' >/dev/null 2>&1";
    // localedef warns about categories that it supplies itself and then returns 1.
    if (std::system(make.c_str()) == -1) return;
    setenv("LOCPATH", folder_.path().c_str(), 1);
    set_ = std::setlocale(LC_ALL, "comma") != nullptr;
    std::locale::global(std::locale(std::locale::classic(), new Numbers));
  }
  ~CommaLocale() {
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  /// Returns false if this system cannot create a locale (no localedef); then only the C++ locale is set.
  bool is_set() const { return set_; }

 private:
  struct Numbers : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  Folder folder_;
  bool set_ = false;
};

}  // namespace plumbline::testing
