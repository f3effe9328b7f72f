/// The order (ParameterOrder) of mechanisms with finitely many losses, and of uniform noise, along their parameters.
#pragma once

#include <optional>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {

std::optional<Rational> parameter_or_none(const Parameters& parameters, const std::string& name);

/// Return the order along a parameter, with the others fixed; nothing if the parameter has no order. Throw
/// std::invalid_argument if no value of the parameter is valid together with the others.
std::optional<ParameterOrder> order_of_total_variation_dp(const std::string& parameter,
                                                          const Parameters& others);
std::optional<ParameterOrder> order_of_randomized_response(const std::string& parameter,
                                                           const Parameters& others);
std::optional<ParameterOrder> order_of_approximate_dp(const std::string& parameter,
                                                      const Parameters& others);
std::optional<ParameterOrder> order_of_staircase(const std::string& parameter,
                                                 const Parameters& others);
std::optional<ParameterOrder> order_of_uniform(const std::string& parameter,
                                               const Parameters& others);
std::optional<ParameterOrder> order_of_discrete_laplace(const std::string& parameter,
                                                        const Parameters& others);

}  // namespace plumbline
