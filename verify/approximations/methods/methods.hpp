/// The judged methods, each in its own file. To add a method, add its file, a line in this file and a line in
/// registry.cpp.
#pragma once

#include "verify/approximations/approximation.hpp"

namespace plumbline::approximations {

ApproximationEntry clt();
ApproximationEntry clt_v();
/// Returns the Edgeworth expansion of an order in {0, 1, 2, 3, 4}.
ApproximationEntry edgeworth(int order);
ApproximationEntry monte_carlo();
ApproximationEntry importance_sampling();
ApproximationEntry sampled_limits();
ApproximationEntry grid_delta();
ApproximationEntry pld_round_up();
ApproximationEntry pld_connect_dots();
ApproximationEntry pld_mean_matched();
ApproximationEntry renyi_classic();
ApproximationEntry renyi();
/// Returns the saddle-point approximation of order 1 or 2.
ApproximationEntry saddle_point(int order);
ApproximationEntry recursive_convolution();
ApproximationEntry type_method();
/// Returns the upper bound on total variation from KL divergences.
ApproximationEntry kl_tv();
/// Returns both bounds on total variation from the Chernoff information and the Bhattacharyya coefficient.
ApproximationEntry chernoff_tv();

}  // namespace plumbline::approximations
