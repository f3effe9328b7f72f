/// The worst pair of the mechanisms of bounded range, as a noise law on an interval.
#pragma once

#include <memory>

#include "reference/mechanisms/noise_law.hpp"

namespace plumbline {

/// Returns the noise law with L = epsilon (2u - 1), 0 < u < 1, epsilon > 0.
std::shared_ptr<const NoiseLaw> range_noise(const Rational& epsilon);

}  // namespace plumbline
