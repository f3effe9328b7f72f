/// Options of the sampling methods.
#pragma once

#include <cstdint>

#include "verify/approximations/request_checks.hpp"

namespace plumbline::approximations {

/// `samples` (default 10000), `seed` (1) and `repeats`: how many seeds, from `seed` on, the judge
/// runs to count how often the confidence interval holds the certified value.
std::vector<std::string> sampling_options();
Rational samples_of(const ApproximationRequest& request);
Rational seed_of(const ApproximationRequest& request);

/// The nearest integer to a rational >= 0.
std::uint64_t whole(const Rational& q);

/// Returns true if the drawn losses are few enough to be cached for the case's other questions,
/// those of all `repeats`.
bool shares_samples(const ApproximationRequest& request);

/// Options out of range, or more losses to draw than 2e9; for known step laws only.
std::string sampling_refusal(const ApproximationRequest& request);

}  // namespace plumbline::approximations
