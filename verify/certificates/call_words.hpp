/// Epsilons that stand beside a training run's own, as `certify dpsgd --loader` writes them: what some data sets of the
/// run have, and what an accountant of Poisson sampling says of it. Neither is a bound of the run.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"
#include "verify/certificates/roles.hpp"

namespace plumbline {

/// What such a number is, before its meaning; empty of others.
std::string role_words(const Certificate& certificate);

/// What is said of an accountant's number, the i-th, next to the proved epsilon and the data sets that were
/// certified before it. Empty where it is no accountant's, or was not confirmed.
std::string call_words(const std::vector<Certificate>& certificates,
                       const std::vector<CheckResult>& results, size_t i);

}  // namespace plumbline
