#include "reference/engines/lattice/lattice_step.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::lattice {
namespace {

/// log of an upper bound of the tilted mass of a scout's cell.
double log_bound(const Cell& c, double theta) {
  const double P = c.log_P + std::max(theta * c.left, theta * c.right);
  const double Q = c.log_Q + std::max((theta - 1) * c.left, (theta - 1) * c.right);
  return std::min(P, Q);
}

/// Cells first .. last hold all but e^log_drop of the tilted mass.
std::pair<size_t, size_t> core(const Scout& scout, double theta, double log_drop) {
  const auto& cells = scout.cells();
  const double limit = scout.tilted(theta).log_mass + log_drop;
  size_t first = 0, last = cells.size() - 1;
  double sum = 0;
  for (; first < last; ++first) {
    sum += std::exp(log_bound(cells[first], theta) - limit);
    if (!(sum < 0.5)) break;
  }
  sum = 0;
  for (; last > first; --last) {
    sum += std::exp(log_bound(cells[last], theta) - limit);
    if (!(sum < 0.5)) break;
  }
  return {first, last};
}

/// The width wanted in each cell of the core: mass density^(-1/3) makes the total effect of all
/// cells (mass times width squared) smallest for their number.
struct Widths {
  size_t first, last;
  std::vector<double> width;
};

Widths widths(const Scout& scout, double theta, double log_drop, size_t count) {
  const auto& cells = scout.cells();
  const auto [first, last] = core(scout, theta, log_drop);
  const Scout::Tilted all = scout.tilted(theta);
  const double most = 10 / std::sqrt(all.variance);  // an atom is no reason for narrow cells
  Widths out{first, last, {}};
  double sum = 0;
  for (size_t i = first; i <= last; ++i) {
    const double w = cells[i].right - cells[i].left;
    const double density = std::clamp(
        std::exp(Scout::log_tilted(cells[i], theta) - all.log_mass) / w, most * 1e-12, most);
    out.width.push_back(std::cbrt(1 / density));
    sum += w / out.width.back();
  }
  for (double& w : out.width) w *= sum / static_cast<double>(count);
  return out;
}

/// Upper bounds of what a line loses against C_X at the two ends of its cell.
struct Deviation {
  Ball left, right;
};

/// Of the line that touches between two parts of the cell from x to z.
Deviation deviation(const Ball& x, const IntervalMass& low, const Ball& z,
                    const IntervalMass& high) {
  return {bound_number<"LATTICE-STEP">(low.Q - x * low.P).upper(),
          bound_number<"LATTICE-STEP">(z * high.P - high.Q).upper()};
}

/// A cell's P-mass, and what lines lose that touch at its middle and at its ends.
struct Lines {
  Ball P;
  Deviation middle, whole;  ///< whole: touching at the other end
};

/// d_i of LATTICE-STEP. Lines touch in the middle, except at the left end in the first cell, at the
/// right end in the last (there is no d_0 and no d_m to owe anything), and where the middle would
/// owe more at a node than E(x - X)_+ or E(X - x)_+ there allows (an atom at the end of the
/// support, say).
void owed(const std::vector<Lines>& lines, const std::vector<Ball>& width,
          const std::function<Deviation(size_t)>& at_right_end, std::vector<Ball>& d) {
  const size_t m = lines.size();
  if (m < 2) throw std::logic_error("a step needs two cells at least");
  const Bits p = d[0].precision();
  std::vector<Ball> from_left(m + 1, Ball(p)), from_right(m + 1, Ball(p));
  Ball sum(p);
  for (size_t i = 0; i < m; ++i) {
    from_left[i + 1] = from_left[i] + width[i] * sum + lines[i].whole.right;
    sum += lines[i].P;
  }
  sum = Ball(p);
  for (size_t i = m; i-- > 0;) {
    from_right[i] = from_right[i + 1] + width[i] * sum + lines[i].whole.left;
    sum += lines[i].P;
  }
  for (size_t i = 0; i < m; ++i) {
    Deviation v = lines[i].middle;
    if (i + 1 == m) {
      v = {lines[i].whole.left, Ball(p)};
    } else if (i == 0 || !certainly_at_most(v.left, from_left[i])) {
      v = {Ball(p), lines[i].whole.right};
    } else if (!certainly_at_most(v.right, from_right[i + 1])) {
      v = at_right_end(i);
    }
    if (i > 0) d[i] = max(d[i], v.left).upper();
    if (i + 1 < m) d[i + 1] = v.right;
  }
}

}  // namespace

Extent extent(const Scout& scout, double theta, double log_drop, size_t cells) {
  const Widths w = widths(scout, theta, log_drop, cells);
  return {*std::min_element(w.width.begin(), w.width.end()),
          scout.cells()[w.last].right - scout.cells()[w.first].left};
}

StepGrid choose_grid(const Scout& scout, double theta, double log_drop, const Rational& origin,
                     const Rational& step, size_t count) {
  constexpr long kWidest = 64;
  const auto& cells = scout.cells();
  const Widths w = widths(scout, theta, log_drop, count);
  const double h = step.approximate(), o = origin.approximate();
  const double left = cells[w.first].left, right = cells[w.last].right;
  constexpr double kMostSteps = 1e12;
  if (!(h > 0) || !((std::fabs(left - o) + std::fabs(right - o)) / h < kMostSteps)) throw NoGrid{};
  const auto start = static_cast<long>(std::floor((left - o) / h / kWidest)) * kWidest;
  StepGrid out{origin, step, {start}};
  size_t i = 0;
  long before = kWidest;
  while (o + static_cast<double>(out.nodes.back()) * h < right) {
    const long at = out.nodes.back();
    const double loss = o + static_cast<double>(at) * h;
    while (i + 1 < w.width.size() && cells[w.first + i].right <= loss) ++i;
    long stride = std::min(kWidest, 2 * before);
    const auto fits = [&](long s) {
      if (at % s != 0) return false;
      const double end = loss + static_cast<double>(s) * h;
      for (size_t j = i; j < w.width.size() && cells[w.first + j].left < end; ++j) {
        if (w.width[j] < static_cast<double>(s) * h) return false;
      }
      return true;
    };
    while (stride > 1 && !fits(stride)) stride /= 2;
    out.nodes.push_back(at + stride);
    before = stride;
  }
  // The last cell is treated one-sidedly, which would spoil an atom at its right end.
  out.nodes.push_back(out.nodes.back() + kWidest);
  while (out.nodes.size() < 4) out.nodes.push_back(out.nodes.back() + kWidest);
  return out;
}

// BOUND(LATTICE-STEP)
// Statement.  Let X have losses in (l_0, l_m], nodes x_i = e^{l_i}, cell i = (l_i, l_{i+1}], D_i =
//             x_{i+1} - x_i. Upper: with p, q the P- and Q-mass of a cell, X <= u for
//                 u_i = sum of (x_{i+1} p - q) / D_i over cell i and (q - x_{i-1} p) / D_{i-1} over
//                       cell i-1.
//             Lower: let cell i be cut anywhere into parts of P- and Q-mass (p', q') on the left
//             and (p'', q'') on the right of the cut, but at the left end in the first cell and at
//             the right end in the last; a_i = q' - x_i p' and c_{i+1} = x_{i+1} p'' - q''. Let d_0
//             = d_m = 0 and d_i >= max(a_i, c_i) between. Then y <= X for
//                 y_i = u_i + d_i (1/D_{i-1} + 1/D_i) - d_{i-1}/D_{i-1} - d_{i+1}/D_i.
//             Further int x^theta dX is at most int x^theta du for theta outside (0,1), and at most
//                 sum_i z_i^theta ((1-theta) p_i + theta q_i/z_i), z_i = e^{middle of cell i},
//             inside. Losses outside (l_0, l_m] but inside the scout's cells have x^theta-mass at
//             most sum of min(P max x^theta, Q max x^{theta-1}) over those cells: part of the
//             error.
// Needs.      (a) m >= 2 and increasing nodes: checked here. (b) The tails of the mechanism are
//             enclosures: its tails().
// Proof.      Upper: C_u interpolates the convex C_X at the nodes, and u has its P- and Q-mass.
//             Lower: y is the measure with C_y = C_X - d at the nodes, linear between. On cell i
//             take the line that touches C_X at the cut z, of slope -P(X > z): it is below C_X, and
//                 C_X(x_i) - line(x_i)         = q' - x_i p'            = a_i,
//                 C_X(x_{i+1}) - line(x_{i+1}) = x_{i+1} p'' - q''      = c_{i+1}.
//             C_X - d is at most the line at both ends, hence its chord is below the line. At l_0
//             and l_m nothing is owed: a_0 = 0 for the cut at l_0, c_m = 0 for the cut at l_m; so
//             C_y = C_X outside the nodes, which keeps P- and Q-mass. x^theta is convex outside
//             (0,1): its integral is larger under u. Inside (0,1) it is below its tangent at z_i,
//             (1-theta) z_i^theta + theta z_i^{theta-1} x. Losses left out are a positive part of
//             X, and for it x^theta = x^{theta-1} x is at most its largest value times the P-mass,
//             or that of x^{theta-1} times the Q-mass.
// Source.     This project's.
StepLaws discretise(const DominatingPair& mechanism, const Scout& scout, const StepGrid& grid,
                    const Frame& frame, Bits p, const Poll& poll) {
  if (grid.nodes.size() < 3 || std::adjacent_find(grid.nodes.begin(), grid.nodes.end(),
                                                  std::greater_equal<>()) != grid.nodes.end()) {
    throw std::logic_error("a step needs increasing nodes, three at least");
  }
  const size_t m = grid.nodes.size() - 1;
  const Ball theta = Ball::from_binary64(frame.theta, p), zero(p), one = Ball::integer(1, p);
  const auto loss = [&](long twice) {  // at half steps
    return grid.origin + grid.step * Rational(twice, 2UL);
  };
  std::vector<Ball> u(m + 1, zero), d(m + 1, zero), x(m + 1, zero);
  std::vector<Ball> width(m, zero);
  std::vector<Lines> lines;
  const bool concave = frame.theta > 0 && frame.theta < 1;
  Ball exact(p);  // int x^theta dX e^{-guess}
  const double guess = scout.tilted(frame.theta).log_mass;
  LossTails left = mechanism.tails(Real(loss(2 * grid.nodes[0])), p);
  x[0] = exp(Ball(loss(2 * grid.nodes[0]), p));
  for (size_t i = 0; i < m; ++i) {
    if (i % 16 == 0) poll();
    const Rational centre = loss(grid.nodes[i] + grid.nodes[i + 1]);
    const Rational end = loss(2 * grid.nodes[i + 1]);
    const LossTails middle = mechanism.tails(Real(centre), p);
    LossTails right = mechanism.tails(Real(end), p);
    x[i + 1] = exp(Ball(end, p));
    width[i] = x[i + 1] - x[i];
    const IntervalMass low = between(left, middle), high = between(middle, right);
    const Ball P = low.P + high.P, Q = low.Q + high.Q;
    u[i] += (x[i + 1] * P - Q) / width[i];
    u[i + 1] += (Q - x[i] * P) / width[i];
    lines.push_back(
        {P, deviation(x[i], low, x[i + 1], high), deviation(x[i], {P, Q}, x[i + 1], {P, Q})});
    if (concave) {
      const Ball z(centre, p);
      exact +=
          exp(theta * z - Ball::from_binary64(guess, p)) * ((one - theta) * P + theta * Q / exp(z));
    }
    left = std::move(right);
  }
  // A line for the right end touches just below it, so that an atom at the end is spared.
  owed(
      lines, width,
      [&](size_t i) {
        const Rational end = loss(2 * grid.nodes[i + 1]);
        const Rational length = loss(2 * grid.nodes[i + 1]) - loss(2 * grid.nodes[i]);
        const LossTails cut = mechanism.tails(Real(end - length / Rational(1L << 20)), p);
        return deviation(x[i], between(mechanism.tails(Real(end - length), p), cut), x[i + 1],
                         between(cut, mechanism.tails(Real(end), p)));
      },
      d);
  std::vector<Ball> y = u, weight(m + 1, zero);
  double log_scale = guess;
  {
    double sum = 0;
    for (size_t i = 0; i <= m; ++i) {
      weight[i] = exp(theta * Ball(loss(2 * grid.nodes[i]), p) - Ball::from_binary64(guess, p));
      sum += std::max(0.0, (u[i] * weight[i]).approximate());
    }
    if (sum > 0 && std::isfinite(sum)) log_scale = guess + std::log(sum);
  }
  const Ball rescale = exp(Ball::from_binary64(guess, p) - Ball::from_binary64(log_scale, p));
  for (size_t i = 1; i < m; ++i) {
    const Ball before = d[i] / width[i - 1], after = d[i] / width[i];
    y[i] += before + after;
    y[i - 1] = y[i - 1] - before;
    y[i + 1] = y[i + 1] - after;
  }
  Ball outside(p);
  for (const Cell& c : scout.cells()) {
    const Ball a = Ball::from_binary64(c.left, p), b = Ball::from_binary64(c.right, p);
    if (certainly_at_most(Ball(loss(2 * grid.nodes[0]), p), a) &&
        certainly_at_most(b, Ball(loss(2 * grid.nodes[m]), p))) {
      continue;
    }
    const Ball in_P = c.P.at(p) * exp(max(theta * a, theta * b));
    const Ball in_Q = c.Q.at(p) * exp(max((theta - 1) * a, (theta - 1) * b));
    outside += min(in_P, in_Q).upper();
  }
  outside = bound_number<"LATTICE-STEP">(outside * exp(-Ball::from_binary64(log_scale, p)));

  const auto nodes = static_cast<size_t>(grid.nodes[m] - grid.nodes[0] + 1);
  const Rational origin = loss(2 * grid.nodes[0]);
  const auto law = [&](const std::vector<Ball>& masses, Side side) {
    Frame own = frame;
    own.side = side;
    std::vector<Integer> units(m + 1);
    Ball error = outside;
    for (size_t i = 0; i <= m; ++i) {
      const Ball scaled = masses[i] * weight[i] * rescale;
      units[i] = Integer::floor_of_midpoint(scaled, frame.scale);
      error += scaled.radius().ball(p) + frame.units(1);
      if (!scaled.is_finite()) error = Ball::indeterminate(p);
    }
    error += repair(grid.nodes, units, grid.step, own);
    IntegerVector lattice(nodes);
    for (size_t i = 0; i <= m; ++i) {
      lattice.set(static_cast<size_t>(grid.nodes[i] - grid.nodes[0]), units[i]);
    }
    return Law{origin, grid.step, std::move(lattice), error.upper(), Ball(p)};
  };
  StepLaws out{law(u, Side::upper), law(y, Side::lower), log_scale};
  if (concave) {
    exact = exact * rescale;
  } else {
    for (size_t i = 0; i <= m; ++i) exact += u[i] * weight[i] * rescale;
  }
  out.upper.exact_mass = out.lower.exact_mass = (exact + outside).upper();
  return out;
}

}  // namespace plumbline::lattice
