#include <stdexcept>

#include "fuzz/targets.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "verify/base/points.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline::fuzz {

void numbers(const std::string& text) {
  try {
    const Real x = read_number(text), again = read_number(x.text());
    const bool same =
        x.rational() ? again.rational() == x.rational() : overlaps(x(Bits{256}), again(Bits{256}));
    require(same, "text() does not read back");
    if (x.rational()) require(Rational::parse(text) == *x.rational(), "read in two ways");
  } catch (const std::invalid_argument&) {
  }
  try {
    const PrintedNumber printed = PrintedNumber::parse(text);
    require(printed.lower < printed.upper, "a printed number without width");
  } catch (const std::invalid_argument&) {
  }
  try {
    require(!parse_points(text).empty(), "no points");
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace plumbline::fuzz
