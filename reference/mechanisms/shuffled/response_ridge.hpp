/// Finds the worst data sets for shuffled randomized response of many users at a threshold.
#pragma once

#include <vector>

#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// The data sets in which `ones` of the other users hold a one. Their best test at the threshold is one of two tests:
/// it rejects P if there are at least `from` ones, or if there are at least from + 1 ones.
struct ResponsePeak {
  long ones, from;
};

/// Returns candidates for the data set with the maximum delta, over all numbers of ones, at odds e^t with 0 <= t <
/// epsilon0. The maximum is among them. Requires more than two users. Empty if the precision does not decide a sign.
std::vector<ResponsePeak> worst_peaks(const RandomizedBit& answer, const Ball& odds, long users);

}  // namespace plumbline
