#include "reference/engines/returns/kept_atoms.hpp"

#include <algorithm>
#include <numeric>

#include "reference/engines/returns/single_waves.hpp"

namespace plumbline::returns {

KeptAtoms kept_atoms(const MachineLaw::Step& step) {
  constexpr double kMostLeft = 0x1p-10, kOfAll = 0.125;
  std::vector<size_t> order(step.turns.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return step.weights[a] < step.weights[b]; });
  const double most = std::min(kMostLeft, kOfAll / static_cast<double>(step.count));
  KeptAtoms out{{}, {}, step.outside.upper()};
  for (const size_t a : order) {
    const Ball more = out.left + exact(static_cast<double>(step.weights[a]) * kUpwards, Bits{64});
    if (out.turns.empty() && more.approximate() < most) {
      out.left = more;
      continue;
    }
    out.turns.push_back(step.turns[a].high);
    out.weights.push_back(static_cast<float>(step.weights[a]));
  }
  return out;
}

}  // namespace plumbline::returns
