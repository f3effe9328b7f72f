/// The mass function of the discrete Gaussian, for subsampled mechanisms.
#pragma once

#include <memory>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/integer/integer_law.hpp"

namespace plumbline {

/// Returns the mass function f(x) proportional to e^{-x^2/(2 sigma^2)}, sigma^2 > 0.
std::shared_ptr<const IntegerLaw> discrete_gaussian_law(const Rational& variance);

}  // namespace plumbline
