#include "reference/statistics/samplers/cells.hpp"

#include <cmath>
#include <limits>

#include "reference/arithmetic/ball.hpp"

namespace plumbline {
namespace {

const UpperBound kCertain = UpperBound::of(Ball::integer(1, Bits{64}));

}  // namespace

SamplerDraw SamplerDraw::of(double x) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  const bool in_range = x >= -kTwoTo63 && x < kTwoTo63;
  const long most = std::numeric_limits<long>::max(), least = std::numeric_limits<long>::min();
  const long whole = in_range ? static_cast<long>(x) : (x > 0 ? most : least);
  return {x, whole, std::isfinite(x) && std::floor(x) == x};
}

CellPartition pairs_of(const CellPartition& single) {
  CellPartition out;
  out.name = "neighbours, by " + single.name;
  const size_t n = single.cells.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      out.cells.push_back("first " + single.cells[i] + ", next " + single.cells[j]);
      out.masses.push_back(single.masses[i] * single.masses[j]);
    }
  }
  out.cell = [n, cell = single.cell](const SamplerDraw& a, const SamplerDraw& b) {
    return n * cell(a, a) + cell(b, b);
  };
  return out;
}

CellPartition equal_draws(const std::string& name, const UpperBound& probability) {
  return {name,
          {"equal", "different"},
          {smaller(probability, kCertain), kCertain},
          [](const SamplerDraw& a, const SamplerDraw& b) { return a == b ? size_t{0} : 1; }};
}

CellPartition support(const std::string& others,
                      const std::function<bool(const SamplerDraw&)>& is_allowed) {
  return {"support",
          {"possible", others},
          {kCertain, UpperBound()},
          [is_allowed](const SamplerDraw& x, const SamplerDraw&) {
            return is_allowed(x) ? size_t{0} : 1;
          }};
}

}  // namespace plumbline
