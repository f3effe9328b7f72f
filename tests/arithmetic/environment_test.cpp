/// The floating-point environment and the locale of the process: a call sets and restores them, or does not depend on
/// them.
#include <bit>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "reference/arithmetic/ascii.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/functions/safe_arithmetic.hpp"
#include "reference/arithmetic/outward_double.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/arithmetic/running/thread.hpp"
#include "tests/environments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

/// Returns all_modes() and some rarer modes.
std::vector<Modes> more_modes() {
  std::vector<Modes> out = all_modes();
  if (kHasDenormalModes) out.push_back({.extended = false});
#ifdef __GLIBC__
  out.push_back({.traps = true});
  out.push_back({.rounding = FE_UPWARD, .traps = true});
#endif
  return out;
}

}  // namespace

TEST_CASE("environment: a scope has the standard modes and restores those of its caller") {
  const Modes standard;
  for (const Modes& modes : more_modes()) {
    Modes inside, callback, after_callback, after;
    bool nearest = false;
    {
      const WithModes here(modes);
      {
        const FloatingPointScope scope;
        inside = modes_now();
        nearest = rounds_to_nearest();
        const FloatingPointScope nested;
        {
          const CallbackScope callers;
          callback = modes_now();
          set_modes({.rounding = FE_UPWARD, .flush = true, .zeros = true});
        }
        after_callback = modes_now();
      }
      after = modes_now();
    }
    CAPTURE(modes.text(), inside.text(), callback.text(), after_callback.text(), after.text());
    CHECK(nearest);
    CHECK(inside == standard);
    CHECK(callback == modes);
    CHECK(after_callback == standard);
    CHECK(after == modes);
  }
}

TEST_CASE("environment: a call within a callback has a scope of its own") {
  const Modes outer{.rounding = FE_UPWARD}, inner{.rounding = FE_DOWNWARD};
  Modes within, again, last;
  {
    const WithModes here(outer);
    const FloatingPointScope scope;
    {
      const CallbackScope callers;
      set_modes(inner);
      {
        const FloatingPointScope second;
        const CallbackScope its;
        within = modes_now();
      }
      again = modes_now();
    }
    const CallbackScope callers;
    last = modes_now();
  }
  CHECK(within == inner);
  CHECK(again == inner);
  CHECK(last == outer);
}

TEST_CASE("environment: exception flags of the caller stay as they were") {
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_OVERFLOW);
  {
    const FloatingPointScope scope;
    std::feraiseexcept(FE_DIVBYZERO | FE_INVALID);
  }
  const int flags = std::fetestexcept(FE_OVERFLOW | FE_DIVBYZERO | FE_INVALID);
  std::feclearexcept(FE_ALL_EXCEPT);
  CHECK(flags == FE_OVERFLOW);
}

TEST_CASE("environment: this build computes as IEEE 754 says") {
  CHECK(unsafe_arithmetic().empty());
}

TEST_CASE("environment: doubles next to a number are found in every mode") {
  Random random(7);
  struct Case {
    double x;
    Rational exact;
  };
  std::vector<Case> cases;
  for (const double x :
       {0.0, 0x1p-1074, 0x1p-1073, 0x1.8p-1060, 0x1p-1022, 0x1.fp-1023, 1.0, 0.1}) {
    cases.push_back({x, Rational::from_binary64(x)});
  }
  for (int i = 0; i < iterations(20); ++i) {
    const double x = std::ldexp(random.uniform(1, 2), random.integer(-1074, 1023));
    cases.push_back({x, Rational::from_binary64(x)});
  }
  for (const Modes& modes : all_modes()) {
    for (const Case& one : cases) {
      const Rational little = Rational(1) / power(Rational(2), 1200);
      std::uint64_t exact, below, above, minus, from_text;
      Rational read;
      std::string least, most;
      {
        const WithModes here(modes);
        exact = bits_of(double_below(one.exact));
        below = bits_of(double_below(one.exact + little));
        above = bits_of(double_above(one.exact - little));
        minus = bits_of(double_above(-one.exact));
        from_text = bits_of(double_below(one.exact.text()));
        read = Rational::from_binary64(one.x);
        least = decimal_below(one.x);
        most = decimal_above(one.x);
      }
      CAPTURE(modes.text(), one.x, least, most);
      const std::uint64_t sign = std::uint64_t{1} << 63U;
      CHECK(exact == bits_of(one.x));
      CHECK(below == bits_of(one.x));
      CHECK(above == bits_of(one.x));
      CHECK(minus == (one.x == 0 ? 0 : bits_of(one.x) | sign));
      CHECK(from_text == bits_of(one.x));
      CHECK(read == one.exact);
      CHECK((Rational::parse(least) <= one.exact && one.exact <= Rational::parse(most)));
      CHECK((std::strtod(least.c_str(), nullptr) == one.x &&
             std::strtod(most.c_str(), nullptr) == one.x));
    }
  }
}

TEST_CASE("environment: an end at 0 has its doubles at once") {
  double low = 1, high = 1;
  {
    const WithModes here({.zeros = true});
    low = double_below("0");
    high = double_above("0");
  }
  CHECK(bits_of(low) == 0);
  CHECK(bits_of(high) == 0);
}

TEST_CASE("environment: numbers have a point in a locale with a comma") {
  const Ball third(Rational(1, 3), Bits{100});
  const auto texts = [&] {
    const auto [lower, upper] = third.decimal_bounds(12);
    return std::vector<std::string>{lower,
                                    upper,
                                    scientific_text(1234.5, 3),
                                    fixed_text(-1234.5, 2),
                                    significant_text(0.000012345, 3),
                                    hex_text(0.1),
                                    decimal_below(0.1),
                                    Rational(1234567, 2UL).text()};
  };
  const std::vector<std::string> plain = texts();
  CHECK(plain[2] == "1.234e+03");
  CHECK(plain[3] == "-1234.50");
  CHECK(plain[4] == "1.23e-05");
  CHECK(plain[5] == "0x1.999999999999ap-4");
  const CommaLocale comma;
  if (!comma.is_set()) WARN("no locale with a comma: localedef is missing");
  std::ostringstream out;
  out << 1234567 << " " << 0.5;
  REQUIRE(out.str() == "1.234.567 0,5");
  CHECK(texts() == plain);
  size_t rest = 0;
  CHECK(parse_double("0.25,3", &rest) == 0.25);
  CHECK(rest == 4);
  CHECK(parse_double("0x1.8p1") == 3);
  CHECK(parse_double("1e-5") == 1e-5);
}

TEST_CASE("environment: letters and blanks are those of ASCII") {
  int digits = 0, letters = 0, spaces = 0;
  for (int i = -128; i < 128; ++i) {
    const char c = static_cast<char>(i);
    digits += is_digit(c) ? 1 : 0;
    letters += is_letter(c) ? 1 : 0;
    spaces += is_space(c) ? 1 : 0;
    CHECK(is_letter_or_digit(c) == (is_letter(c) || is_digit(c)));
    CHECK((to_lower(c) != c) == (c >= 'A' && c <= 'Z'));
    CHECK((to_upper(c) != c) == (c >= 'a' && c <= 'z'));
  }
  CHECK(digits == 10);
  CHECK(letters == 52);
  CHECK(spaces == 6);
}
