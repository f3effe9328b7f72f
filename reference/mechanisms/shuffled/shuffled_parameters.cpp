#include "reference/mechanisms/shuffled/shuffled_parameters.hpp"

#include <stdexcept>

#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

constexpr long kMostUsers = 100000000;
const Rational kMostEpsilon(100);

}  // namespace

Rational shuffled_epsilon(const Parameters& parameters) {
  const Rational epsilon0 = positive(parameters, "epsilon0");
  if (epsilon0 > kMostEpsilon) {
    throw std::invalid_argument("epsilon0 must be at most 100, got " + epsilon0.text());
  }
  return epsilon0;
}

long shuffled_users(const Parameters& parameters) {
  const Rational n = positive(parameters, "n");
  if (!n.is_integer() || n > Rational(kMostUsers)) {
    throw std::invalid_argument("n must be an integer from 1 to 100000000, got " + n.text());
  }
  return static_cast<long>(n.approximate());
}

std::optional<ParameterOrder> order_of_shuffled(const std::string& parameter, long least,
                                                long most) {
  if (parameter == "epsilon0") {
    return ParameterOrder{false, Rational(0), kMostEpsilon, false, true};
  }
  if (parameter != "n") return std::nullopt;
  return ParameterOrder{true, Rational(least), Rational(most > 0 ? most : kMostUsers), true, true,
                        true};
}

}  // namespace plumbline
