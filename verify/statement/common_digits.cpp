#include "verify/statement/common_digits.hpp"

#include <algorithm>

#include "verify/certificates/check_text.hpp"

namespace plumbline {

std::string common_digits(const std::string& lower, const std::string& upper) {
  if (lower == upper) return lower + " exactly";
  const size_t e = lower.find('e'), f = upper.find('e');
  const std::string power = e == std::string::npos ? "" : lower.substr(e);
  const std::string other = f == std::string::npos ? "" : upper.substr(f);
  const auto agree = std::mismatch(
      lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(std::min(e, lower.size())),
      upper.begin(), upper.end());
  const std::string common(lower.begin(), agree.first);
  const size_t point = common.find('.');
  const bool some = common.find_first_of("123456789") != std::string::npos;
  if (power != other || point == std::string::npos || !some) return interval_text(lower, upper);
  return common + "…" + power;
}

}  // namespace plumbline
