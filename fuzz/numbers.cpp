#include <stdexcept>

#include "fuzz/targets.hpp"
#include "verify/base/points.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline::fuzz {

void numbers(const std::string& text) {
  try {
    const Rational x = Rational::parse(text);
    require(Rational::parse(x.text()) == x, "text() does not read back");
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
