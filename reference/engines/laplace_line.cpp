#include "reference/engines/laplace_line.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline {

int digits_of_a_line(const Composition& composition) {
  constexpr double kMargin = 10, kMost = 12;
  const Factor& only = composition.factors().front();
  const auto noise = only.mechanism->offer<LaplaceNoise>();
  if (composition.factors().size() != 1 || !noise || only.count <= Rational(100)) return 0;
  const double share = only.count.approximate() * std::log1p(noise->mu.approximate() / 2);
  return static_cast<int>(std::clamp(share / kLn10 - kMargin, 0.0, kMost));
}

}  // namespace plumbline
