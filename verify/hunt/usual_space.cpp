#include "verify/hunt/space.hpp"

namespace plumbline {

const char* usual_space_text() {
  return R"toml(# What people use, and what breaks tools.
factors = [1, 1, 1, 1, 2, 3]
outer = [{list = [1], weight = 6}, {from = 2, to = 100, scale = "log", integer = true}]

[[mechanism]]
kind = "gaussian"
weight = 2
sigma = [{from = 0.3, to = 30, scale = "log", weight = 3}, {from = 0.1, to = 1000, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100000, scale = "log", integer = true}]

[[mechanism]]
kind = "subsampled_gaussian"
weight = 4
relations = ["add_remove", "add_remove", "remove", "add"]
sigma = [{from = 0.4, to = 10, scale = "log", weight = 3}, {from = 0.1, to = 1000, scale = "log"}]
sampling_rate = [{from = 1e-4, to = 0.5, scale = "log", weight = 4}, {from = 1e-9, to = 1e-4, scale = "log"}, {from = 0.5, to = 1}, {list = [0.99, 0.999, 0.999999]}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100000, scale = "log", integer = true}]

[[mechanism]]
kind = "laplace"
weight = 2
scale = [{from = 0.2, to = 30, scale = "log", weight = 3}, {from = 0.02, to = 1000, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}]

[[mechanism]]
kind = "subsampled_laplace"
relations = ["add_remove", "add_remove", "remove", "add"]
scale = {from = 0.2, to = 30, scale = "log"}
sampling_rate = [{from = 1e-4, to = 0.5, scale = "log", weight = 3}, {from = 1e-9, to = 1e-4, scale = "log"}, {from = 0.5, to = 1}]
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}]

[[mechanism]]
kind = "discrete_laplace"
parameter = {from = 0.01, to = 5, scale = "log"}
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}]

[[mechanism]]
kind = "discrete_gaussian"
sigma = {from = 0.3, to = 30, scale = "log"}
steps = [{list = [1], weight = 2}, {from = 1, to = 100, scale = "log", integer = true}]

[[mechanism]]
kind = "randomized_response"
noise_parameter = {from = 0.01, to = 0.99}
num_buckets = {from = 2, to = 10, integer = true}
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}]

[[mechanism]]
kind = "approx_dp"
epsilon = {from = 0.001, to = 10, scale = "log"}
delta = [0, {from = 1e-12, to = 1e-3, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100, scale = "log", integer = true}]

[questions]
delta = [{at = "typical", weight = 6}, {from = 0.01, to = 20, scale = "log", weight = 3}, {from = 1e-9, to = 0.01, scale = "log", weight = 0.5}, {list = [0], weight = 0.5}, {from = -3, to = 0, weight = 0.5}, {at = "kink", weight = 1.5}]
epsilon = [{from = 1e-10, to = 1e-2, scale = "log", weight = 4}, {from = 1e-18, to = 1e-10, scale = "log", weight = 2}, {from = 0.01, to = 0.5}]
)toml";
}

}  // namespace plumbline
