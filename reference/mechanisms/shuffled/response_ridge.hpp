/// Finds the worst data sets for shuffled randomized response of many users at a threshold of the loss.
#pragma once

#include <vector>

#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// The data sets in which `ones` of the other users (all users but the one whose bit differs) hold a one. Their best
/// test at the threshold is one of two tests: it rejects P if there are at least `from` ones among all answers, or if
/// there are at least from + 1 ones.
struct ResponsePeak {
  long ones, from;
};

/// Returns candidates for the data set with the maximum delta(t), over all numbers of ones. The maximum is among them.
/// `odds` is e^t, with 0 <= t < epsilon0. Requires more than two users. Empty if the precision does not decide a sign.
std::vector<ResponsePeak> worst_peaks(const RandomizedBit& answer, const Ball& odds, long users);

}  // namespace plumbline
