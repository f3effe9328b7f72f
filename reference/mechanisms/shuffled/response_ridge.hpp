/// Which data sets of many users, shuffled randomized response, are the worst at a threshold.
#pragma once

#include <vector>

#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// Where so many of the others hold a one, the best test rejects from `from` or from + 1 ones on.
struct ResponsePeak {
  long ones, from;
};

/// Those among which, at odds e^t with 0 <= t < epsilon0, the largest delta of all numbers of ones is; n > 2.
/// Empty where the precision does not decide a sign.
std::vector<ResponsePeak> worst_peaks(const RandomizedBit& answer, const Ball& odds, long users);

}  // namespace plumbline
