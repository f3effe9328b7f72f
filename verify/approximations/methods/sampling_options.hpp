/// Options of the sampling methods.
#pragma once

#include <cstdint>

#include "verify/approximations/request_checks.hpp"

namespace plumbline::approximations {

/// `samples` (default 10000), `seed` (1) and `repeats`: the number of seeds, from `seed` on, that the judge runs to
/// count how often the confidence interval contains the certified value.
std::vector<std::string> sampling_options();
Rational samples_of(const ApproximationRequest& request);
Rational seed_of(const ApproximationRequest& request);

/// The nearest integer to a rational >= 0.
std::uint64_t whole(const Rational& q);

/// Returns true if the drawn losses are few enough to be cached for the case's other questions, including all
/// `repeats`.
bool shares_samples(const ApproximationRequest& request);

/// Returns a refusal for options out of range, for more than 2e9 losses to draw, and for unknown step distributions.
std::string sampling_refusal(const ApproximationRequest& request);

}  // namespace plumbline::approximations
