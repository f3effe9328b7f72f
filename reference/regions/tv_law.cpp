#include "reference/regions/tv_law.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {

LawWalk<Ball> law_walk(const TvSteps& steps, Bits p) {
  const TvMasses m = tv_masses(steps, p);
  return {steps.count, power(m.up, Rational(steps.count)), m.still / m.up, exp(-steps.epsilon(p)),
          Ball(p)};
}

Stretch stretch(const TvSteps& steps, long multiple, double log_cut, Bits p, const Poll& poll) {
  std::vector<Ball> down;  // masses in the order of decreasing j, from j = top
  long top = 0;
  // Because Q(S = j) >= Q(S = -j), one of the masses of 0 .. count is at least 1/(2 count + 2).
  log_cut = std::min(log_cut, -std::log(2.0 * static_cast<double>(steps.count) + 2) - 1);
  if (steps.still()) {
    down.push_back(Ball::integer(1, p));
  } else {
    LawWalk<Ball> walk = law_walk(steps, p);
    bool risen = false;
    for (long j = steps.count; j >= 0; --j, walk.down()) {
      if (j % 256 == 0) poll();
      const bool large = walk.mass().log_approximate() >= log_cut;
      if (!large && !risen) continue;
      if (!risen) top = j;
      risen = true;
      if (!large && down.back().log_approximate() < log_cut) break;
      down.push_back(walk.mass());
    }
    // Q(S = -j) = e^{-j eps} Q(S = j).
    const long last = top - static_cast<long>(down.size()) + 1;
    if (last == 0 && top > 0) {
      const Ball x = exp(-steps.epsilon(p));
      Ball level = x;
      for (long j = 1; j <= top; ++j) {
        Ball mass = down[static_cast<size_t>(top - j)] * level;
        // Stops after two small masses in a row, because every other mass is zero if alpha = 0.
        const bool small = mass.log_approximate() < log_cut;
        if (small && down.back().log_approximate() < log_cut) break;
        down.push_back(std::move(mass));
        level = level * x;
      }
    }
  }
  Ball kept(p);
  for (const Ball& mass : down) kept += mass;
  const long low = top - static_cast<long>(down.size()) + 1;
  const bool all = steps.still() || (top == steps.count && low == -steps.count);
  const Ball left_out = Ball::integer(1, p) - kept;
  require_within(left_out, Rational(0), Rational(1), "the mass left out of the law of a loss");
  Stretch out{low * multiple, {}, all ? Ball(p) : left_out.upper()};
  out.masses.assign((down.size() - 1) * static_cast<size_t>(multiple) + 1, Ball(p));
  for (size_t i = 0; i < down.size(); ++i) {
    out.masses[(down.size() - 1 - i) * static_cast<size_t>(multiple)] = std::move(down[i]);
  }
  return out;
}

}  // namespace plumbline
