#include "reference/mechanisms/finite/finite_draws.hpp"

#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/parameter_draw.hpp"

namespace plumbline {

std::string draw_uniform(ParameterDraw& draw) {
  return "uniform(width=" + draw.log_uniform(2, 1000) + ")";
}

std::string draw_randomized_response(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-3, 5);
  return "randomized_response(epsilon=" + epsilon + ",k=" + std::to_string(draw.whole(2, 6)) + ")";
}

std::string draw_approximate_dp(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-3, 3);
  return "approximate_dp(epsilon=" + epsilon + ",delta=" + draw.log_uniform(1e-9, 0.1) + ")";
}

/// For delta = 0 the largest valid eta is (e^epsilon - 1)/(e^epsilon + 1), which is above 0.049 for epsilon >= 0.1.
std::string draw_total_variation_dp(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(0.1, 3);
  return "total_variation_dp(epsilon=" + epsilon + ",delta=0,eta=" + draw.log_uniform(1e-3, 0.049) +
         ")";
}

std::string draw_staircase(ParameterDraw& draw) {
  const std::string epsilon = draw.log_uniform(1e-2, 4);
  return "staircase(epsilon=" + epsilon + ",gamma=" + draw.uniform(0.05, 0.95) + ")";
}

std::string draw_discrete_laplace(ParameterDraw& draw) {
  const std::string b = draw.log_uniform(0.3, 50);
  return "discrete_laplace(b=" + b + ",sensitivity=" + std::to_string(draw.whole(1, 3)) + ")";
}

std::string draw_finite(ParameterDraw& draw) {
  const int a = draw.whole(1, 60), b = draw.whole(1, 60), c = draw.whole(1, 60);
  const auto part = [whole = "/" + std::to_string(a + b + c)](int x) {
    return std::to_string(x) + whole;
  };
  return "finite(P=[" + part(a) + "," + part(b) + "," + part(c) + "],Q=[" + part(c) + "," +
         part(a) + "," + part(b) + "])";
}

}  // namespace plumbline
