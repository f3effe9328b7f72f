#include "verify/approximations/settle.hpp"

#include <algorithm>
#include <optional>

namespace plumbline::approximations {
namespace {

/// Maximum number of digits in the text of a value.
constexpr int kMostPrinted = 50;

}  // namespace

SettledValue settle(const std::function<AdjustableReal()>& run, const SettleRule& rule) {
  SettledValue out;
  std::optional<AdjustableReal> before;
  for (Bits bits = rule.first; bits.n <= rule.most.n; bits.n *= 2) {
    const WorkingPrecision precision(bits);
    AdjustableReal value = run();
    out.precision = bits;
    out.agreed_digits = before ? agreeing_digits(*before, value) : 0;
    out.settled = before && out.agreed_digits >= rule.digits;
    if (out.settled) {
      out.text = value.str(std::min(kMostPrinted, digits_of(bits)));
      break;
    }
    before = std::move(value);
  }
  return out;
}

}  // namespace plumbline::approximations
