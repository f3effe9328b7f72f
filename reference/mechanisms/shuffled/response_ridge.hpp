/// Finds the worst data sets for shuffled randomized response of many users at a threshold.
#pragma once

#include <vector>

#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// If this number of the others hold a one, the best test rejects from `from` or from + 1 ones on.
struct ResponsePeak {
  long ones, from;
};

/// Candidates that contain, at odds e^t with 0 <= t < epsilon0, the maximum of delta over all numbers of ones; n > 2.
/// Empty if the precision does not decide a sign.
std::vector<ResponsePeak> worst_peaks(const RandomizedBit& answer, const Ball& odds, long users);

}  // namespace plumbline
