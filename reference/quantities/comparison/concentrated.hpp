/// (xi, rho)-concentrated differential privacy: a bound of Renyi divergences, and no mechanism.
#pragma once

#include <optional>

#include "reference/quantities/comparison/chernoff.hpp"

namespace plumbline {

/// `runs` mechanisms whose Renyi divergences of every order alpha > 1 are at most xi + rho alpha, in
/// either direction (Bun and Steinke 2016), each perhaps chosen by the outputs before.
struct ConcentratedRuns {
  Rational rho, xi, runs;
};

/// An upper bound of their delta(epsilon), from another order if `moved`. Nothing unless below
/// e^log_wanted, roughly. Throws std::invalid_argument unless rho > 0 and xi >= 0.
std::optional<ChernoffBound> concentrated_ceiling(const ConcentratedRuns& runs,
                                                  const Rational& epsilon, double log_wanted,
                                                  bool moved);

/// A Gaussian mechanism that is among them, and no other Gaussian by much: its expression.
std::string concentrated_gaussian(const ConcentratedRuns& runs);

}  // namespace plumbline
