/// Orders the guarantee along the parameters of mechanisms of finitely many losses, and of uniform noise.
#pragma once

#include <optional>
#include <string>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {

std::optional<Rational> parameter_or_none(const Parameters& parameters, const std::string& name);

/// The order of a parameter, given the others; nothing where it has none. Throw std::invalid_argument where the others
/// leave it no value.
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
