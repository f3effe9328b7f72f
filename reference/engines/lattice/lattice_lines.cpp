#include "reference/engines/lattice/lattice_lines.hpp"

#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::lattice {

Deviation deviation(const Ball& x, const IntervalMass& low, const Ball& z,
                    const IntervalMass& high) {
  return {bound_number<"LATTICE-STEP">(low.Q - x * low.P).upper(),
          bound_number<"LATTICE-STEP">(z * high.P - high.Q).upper()};
}

namespace {

/// Upper bounds of E(x - X)_+ (left) and E(X - x)_+ (right) at the nodes x.
struct OneSided {
  std::vector<Ball> left, right;
};

OneSided one_sided(const std::vector<Lines>& lines, const std::vector<Ball>& width, Bits p) {
  const size_t m = lines.size();
  OneSided out{std::vector<Ball>(m + 1, Ball(p)), std::vector<Ball>(m + 1, Ball(p))};
  Ball sum(p);
  for (size_t i = 0; i < m; ++i) {
    out.left[i + 1] = out.left[i] + width[i] * sum + lines[i].whole.right;
    sum += lines[i].P;
  }
  sum = Ball(p);
  for (size_t i = m; i-- > 0;) {
    out.right[i] = out.right[i + 1] + width[i] * sum + lines[i].whole.left;
    sum += lines[i].P;
  }
  return out;
}

}  // namespace

void owed(const std::vector<Lines>& lines, const std::vector<Ball>& width,
          const std::function<Deviation(size_t)>& at_right_end, std::vector<Ball>& d) {
  const size_t m = lines.size();
  if (m < 2) throw std::logic_error("a step needs two cells at least");
  const Bits p = d[0].precision();
  const OneSided allowed = one_sided(lines, width, p);
  for (size_t i = 0; i < m; ++i) {
    Deviation v = lines[i].middle;
    if (i + 1 == m) {
      v = {lines[i].whole.left, Ball(p)};
    } else if (i == 0 || !certainly_at_most(v.left, allowed.left[i])) {
      v = {Ball(p), lines[i].whole.right};
    } else if (!certainly_at_most(v.right, allowed.right[i + 1])) {
      v = at_right_end(i);
    }
    if (i > 0) d[i] = max(d[i], v.left).upper();
    if (i + 1 < m) d[i + 1] = v.right;
  }
}

}  // namespace plumbline::lattice
