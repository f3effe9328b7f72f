#include "verify/claims/results/histogram.hpp"

#include <algorithm>
#include <climits>
#include <cmath>

namespace plumbline {
namespace {

constexpr int kPerDecade = 200;

}  // namespace

void LogHistogram::add(double x) {
  if (std::isnan(x)) return;
  const int bin = x <= 0          ? INT_MIN
                  : std::isinf(x) ? INT_MAX
                                  : static_cast<int>(std::lround(kPerDecade * std::log10(x)));
  ++bins_[bin];
  ++count_;
  sum_ += x;
  largest_ = std::max(largest_, x);
}

double LogHistogram::median() const {
  long before = 0;
  for (const auto& [bin, number] : bins_) {
    before += number;
    if (2 * before < count_) continue;
    if (bin == INT_MIN) return 0;
    // The middle of a bin may be larger than all numbers in the bin.
    return bin == INT_MAX
               ? HUGE_VAL
               : std::min(largest_, std::pow(10.0, static_cast<double>(bin) / kPerDecade));
  }
  return 0;
}

}  // namespace plumbline
