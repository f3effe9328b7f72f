/// Draws random finite mechanisms and uniform noise for sweeps.
#pragma once

#include <string>

#include "reference/mechanisms/parameter_draw.hpp"

namespace plumbline {

std::string draw_uniform(ParameterDraw& draw);
std::string draw_randomized_response(ParameterDraw& draw);
std::string draw_approximate_dp(ParameterDraw& draw);
std::string draw_total_variation_dp(ParameterDraw& draw);
std::string draw_staircase(ParameterDraw& draw);
std::string draw_discrete_laplace(ParameterDraw& draw);
std::string draw_finite(ParameterDraw& draw);

}  // namespace plumbline
