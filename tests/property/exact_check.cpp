#include "tests/property/exact_check.hpp"

#include <cstdio>
#include <functional>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "tests/every.hpp"
#include "tests/property/limited_effort.hpp"
#include "tests/share.hpp"

namespace plumbline::testing {
namespace {

using fractions::Range;

constexpr int kExponentialDigits = 420;

/// Returns the end of an enclosure as a number, moved outward if its exponent is beyond the range of the parser;
/// nothing if it excludes nothing.
std::optional<Rational> end_of(const std::string& text, int side) {
  if (text == (side < 0 ? "-inf" : "inf")) return std::nullopt;
  try {
    return testing::number(text);
  } catch (const std::invalid_argument&) {
    if (text.find("e-") == std::string::npos) return std::nullopt;
    const bool towards_zero = (text.front() == '-') == (side > 0);
    return testing::number(towards_zero ? "0" : side > 0 ? "1e-99999" : "-1e-99999");
  }
}

/// Returns true if `of`(lower) <= number <= `of`(upper).
bool between(const Bounds& bounds, const Range& number,
             const std::function<Range(const Rational&)>& of) {
  const auto fits = [&](const std::string& text, int side) {
    const std::optional<Rational> end = end_of(text, side);
    return !end || fractions::certain_sign(of(*end) - number) != -side;
  };
  return fits(bounds.first, -1) && fits(bounds.second, 1);
}

}  // namespace

bool encloses(const Bounds& bounds, const Range& number) {
  return between(bounds, number, [](const Rational& x) { return Range(x); });
}

bool encloses_log(const Bounds& bounds, const Range& number, long n) {
  return between(bounds, number, [n](const Rational& x) {
    return fractions::exponential(x * Rational(n), kExponentialDigits);
  });
}

std::string shown(const Range& number) {
  constexpr int kDigits = 120;
  const Bits p{1600};
  return "[" + Ball(number.least, p).decimal_bounds(kDigits).first + ", " +
         Ball(number.most, p).decimal_bounds(kDigits).second + "]";
}

std::string shown(const Bounds& bounds) { return "[" + bounds.first + ", " + bounds.second + "]"; }

void miss(const std::string& command, const std::string& what) {
  std::fprintf(stderr, "MISS %s\n", command.c_str());
  FAIL_CHECK(command << "\n  " << what);
}

Effort patient(int digits) { return effort_of(digits, of_sweep(2, 10)); }

int choose_digits(Random& random) {
  switch (random.integer(0, 11)) {
    case 0:
      return random.integer(2, 5);
    case 1:
      return random.integer(60, 110);
    case 2:
      return random.integer(110, 200);
    case 3:
    case 4:
      return 15;
    default:
      return random.integer(6, 60);
  }
}

std::string choose_engine(Random& random, const Composition& composition, int digits) {
  constexpr int kMostByLattice = 4, kMostByLine = 40;
  if (random.integer(0, 1) == 0) return "auto";
  std::vector<std::string> covering;
  for (const EngineEntry& entry : engine_registry()) {
    if (entry.name == "lattice" && digits > kMostByLattice) continue;
    if (entry.name == "fourier" && digits > kMostByLine) continue;
    try {
      plan(composition, entry.name);
      covering.push_back(entry.name);
    } catch (const std::invalid_argument&) {
    }
  }
  if (covering.empty()) return "auto";
  return covering[static_cast<size_t>(random.integer(0, static_cast<int>(covering.size()) - 1))];
}

Direction choose_direction(Random& random) { return kDirections[random.integer(0, 2)]; }

}  // namespace plumbline::testing
