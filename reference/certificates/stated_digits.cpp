#include "reference/certificates/stated_digits.hpp"

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/certificates/interval.hpp"

namespace plumbline {

std::string stated_digits(const std::string& lower, const std::string& upper) {
  if (lower == upper) return "exact";
  return digits_text(Interval{rational_or_none(lower), rational_or_none(upper)}.digits());
}

}  // namespace plumbline
