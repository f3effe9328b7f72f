/// Options of the methods that draw random samples.
#pragma once

#include <cstdint>

#include "verify/approximations/request_checks.hpp"

namespace plumbline::approximations {

/// Returns the names of the options: `samples` (default 10000), `seed` (default 1) and `repeats` (default 1). `repeats`
/// is the number of seeds, from `seed` on, for which the judge runs the method to count how often the confidence
/// interval contains the certified value.
std::vector<std::string> sampling_options();
Rational samples_of(const ApproximationRequest& request);
Rational seed_of(const ApproximationRequest& request);

/// Returns the integer nearest to a rational >= 0.
std::uint64_t whole(const Rational& q);

/// Returns true if the drawn losses are few enough to be cached for the other questions of the case. The losses of all
/// `repeats` are counted.
bool shares_samples(const ApproximationRequest& request);

/// Returns the reason why the method cannot run; empty if it can. Possible reasons: an option is out of range, or more
/// than 2e9 losses would be drawn.
std::string sampling_refusal(const ApproximationRequest& request);

}  // namespace plumbline::approximations
