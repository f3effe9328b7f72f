/// Replaces a measure by one on every second node, which is larger or smaller in convex order.
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/lattice/lattice_measure.hpp"

namespace plumbline::lattice {
namespace {

constexpr size_t kPolled = 4096;  // nodes between two polls

/// Constants for a coarsening, computed from powers of e^step, as integers times 2^-bits. If `valid`, each is at
/// least its exact value and exceeds it by less than two units.
struct Constants {
  long bits;
  bool valid = true;
  /// A node that is omitted lies in the middle of a cell. Its mass times these numbers is added to the cell's two
  /// ends.
  Integer left, right;
  Integer gap_right, gap_left;  ///< deviation at each end of the cell, per unit of this mass
  /// A deviation e_i (LATTICE-COARSE) adds `centre` e_i to the mass of node i. It subtracts `before` e_i from node i +
  /// 1 and `after` e_i from node i - 1.
  Integer centre, before, after;
};

Constants constants(const Rational& step, const Frame& frame) {
  const Bits p = frame.p + 64;
  const Ball h(step, p), theta = Ball::from_binary64(frame.theta, p);
  const Ball rise = exp(h), tilt = exp(theta * h), one = Ball::integer(1, p);
  Constants c;
  c.bits = frame.scale + 8;
  const auto fixed = [&](const Ball& x) {
    const Integer n = Integer::floor_of_midpoint(x.upper(), c.bits) + Integer(1);
    c.valid = c.valid && x.is_finite() &&
              certainly_less(n.scaled(c.bits, p) - x, Integer(2).scaled(c.bits, p));
    return n;
  };
  c.left = fixed(rise / (rise + 1) / tilt);
  c.right = fixed(one / (rise + 1) * tilt);
  c.gap_right = fixed(bound_number<"LATTICE-COARSE">(one / tilt / (rise + 1)));
  c.gap_left = fixed(bound_number<"LATTICE-COARSE">(tilt / rise / (rise + 1)));
  c.centre = fixed(square(rise) + 1);
  c.before = fixed(square(tilt));
  c.after = fixed(square(rise / tilt));
  return c;
}

/// Let b be the given measure and y the lower measure (C_b, C_y: LATTICE-ORDER). In each cell, C_y lies below a line
/// that touches C_b. The line touches in the middle of the cell, or at an end if a line that touches in the middle
/// would require negative mass. The choice is a heuristic; every choice is valid.
enum class Touch { middle, left, right };

/// Returns the touching points for the cells [2i, 2i+2] around the odd nodes. The deviation is the difference between
/// C_b and the line. Let X = e^loss. At the left end x of a cell the deviation must not exceed E(x - X)_+, and at the
/// right end z it must not exceed E(X - z)_+; otherwise the new measure would have negative mass at the ends.
std::vector<Touch> touches(const std::vector<double>& mass, const Rational& step, double theta) {
  const double h = step.approximate(), tilt = std::exp(theta * h);
  const double rise = std::expm1(h), fall = -std::expm1(-h);
  const size_t n = mass.size();
  std::vector<double> from_left(n, 0.0), from_right(n, 0.0);
  double sum = 0;
  for (size_t j = 0; j + 1 < n; ++j) {
    from_left[j + 1] = tilt * (from_left[j] * (1 - fall) + fall * (sum + mass[j]));
    sum = tilt * (sum + mass[j]);
  }
  sum = 0;
  for (size_t j = n - 1; j > 0; --j) {
    from_right[j - 1] = (from_right[j] * (1 + rise) + rise * (sum + mass[j])) / tilt;
    sum = (sum + mass[j]) / tilt;
  }
  std::vector<Touch> out((n - 1) / 2, Touch::middle);
  for (size_t i = 0; i < out.size(); ++i) {
    const double half = mass[2 * i + 1] / 2;
    if (half * rise / tilt > from_left[2 * i]) {
      out[i] = Touch::left;
    } else if (half * fall * tilt > from_right[2 * i + 2]) {
      out[i] = Touch::right;
    }
  }
  out.front() = Touch::left;
  out.back() = Touch::right;
  return out;
}

size_t largest_mass(const IntegerVector& masses) {
  size_t largest = 0;
  Integer top(-1);
  for (size_t j = 0; j < masses.size(); ++j) {
    const Integer here = masses.get(j);
    if (top < here) {
      top = here;
      largest = j;
    }
  }
  return largest;
}

/// Returns the touching points for the cells of a measure with 2m - 1 nodes. The first `pad` nodes have no mass.
std::vector<Touch> touches_of(const LatticeMeasure& measure, size_t pad, size_t m, double theta) {
  std::vector<double> approximate(2 * m - 1, 0.0);
  for (size_t j = 0; j < measure.masses.size(); ++j) {
    approximate[j + pad] = measure.masses.get(j).approximate();
  }
  return touches(approximate, measure.step, theta);
}

/// Returns true if the step and the total mass satisfy the conditions of LATTICE-COARSE.
bool fine_enough(const LatticeMeasure& measure, const Frame& frame) {
  const Ball h(measure.step, frame.p), half(Rational(1, 2), frame.p);
  return certainly_less(measure.masses.sum().scaled(frame.scale + 4, frame.p),
                        Ball::integer(1, frame.p)) &&
         certainly_less(h, half) &&
         certainly_less(abs(h * Ball::from_binary64(frame.theta, frame.p)), half);
}

}  // namespace

namespace {

/// The masses of a measure to which `pad` nodes of mass zero are added in front.
struct FineMasses {
  const LatticeMeasure& measure;
  size_t pad, m;  ///< m: number of nodes after the coarsening

  Integer operator()(size_t fine) const {
    return fine < pad || fine - pad >= measure.masses.size() ? Integer()
                                                             : measure.masses.get(fine - pad);
  }
  Integer before(size_t i) const { return i == 0 ? Integer() : (*this)(2 * i - 1); }
  Integer after(size_t i) const { return i + 1 == m ? Integer() : (*this)(2 * i + 1); }
};

/// Returns the deviations e_i of LATTICE-COARSE: at each node, the larger of those of the two adjacent cells.
std::vector<Integer> gaps(const FineMasses& mass, const Constants& c, double theta,
                          const Poll& poll) {
  const std::vector<Touch> touch = touches_of(mass.measure, mass.pad, mass.m, theta);
  // Returns 0, 1/2 or 1 times a deviation, rounded up.
  const auto share = [&](const Integer& product, Touch all, Touch none, Touch which) {
    if (which == none) return Integer();
    return ceil_shift(product, which == all ? c.bits : c.bits + 1);
  };
  std::vector<Integer> out(mass.m);
  for (size_t i = 1; i + 1 < mass.m; ++i) {
    if (i % kPolled == 0) poll();
    const Integer from_right =
        share(mass.after(i) * c.gap_right, Touch::right, Touch::left, touch[i]);
    const Integer from_left =
        share(mass.before(i) * c.gap_left, Touch::left, Touch::right, touch[i - 1]);
    out[i] = from_right < from_left ? from_left : from_right;
  }
  return out;
}

/// Computes the masses of the lower measure from those of the upper one and the deviations `gap`.
void take_gaps(const std::vector<Integer>& gap, const Constants& c, std::vector<Integer>* masses) {
  std::vector<Integer>& y = *masses;
  for (size_t i = 0; i < y.size(); ++i) {
    y[i] += floor_shift(gap[i] * c.centre, c.bits);
    if (i > 0) y[i] -= floor_shift(gap[i - 1] * c.before, c.bits);
    if (i + 1 < y.size()) y[i] -= floor_shift(gap[i + 1] * c.after, c.bits);
  }
}

}  // namespace

// BOUND(LATTICE-COARSE)
// Statement.  Let b >= 0 have nodes x_j = e^{o + jh}, 0 <= j <= 2M, with masses b_j. Let H = 2h and D_i = x_{2i+2} -
//             x_{2i}. The even nodes are retained, i = 0 .. M. Upper: moving every b_{2i+1} to both neighbours, with
//             unchanged P- and Q-mass, gives u >= b. Lower: on the cell of the odd node 2i+1 let a share r_i of
//             b_{2i+1} go to the left end and the rest to the right end,
//                 a_i     = r_i       b_{2i+1} (x_{2i+1} - x_{2i}),
//                 c_{i+1} = (1 - r_i) b_{2i+1} (x_{2i+2} - x_{2i+1}),
//             with any 0 <= r_i <= 1, except that r_0 = 0 in the first cell and r_{M-1} = 1 in the last. Let d_0 =
//             d_M = 0 and d_i >= max(a_i, c_i) for 0 < i < M. Then y <= b for the (possibly signed) measure
//                 y_i = u_i + d_i (1/D_{i-1} + 1/D_i) - d_{i-1}/D_{i-1} - d_{i+1}/D_i.
//             In units of x^theta dP and with e_i = x_{2i}^theta d_i / (x_{2i} (e^H - 1)),
//                 y_i = u_i + e_i (1 + e^H) - e_{i-1} e^{theta H} - e_{i+1} e^{(1-theta) H},
//             and every stored mass has an error of less than 8 units.
// Needs.      (a) M >= 2, so that the first cell is not the last: checked here, as kFewestToCoarsen. (b) The masses
//             sum to less than 2^4, h < 1/2 and |theta| h < 1/2, and the constants have errors of less than two units
//             of 2^-(scale+8): checked here, otherwise the error is indeterminate. (c) b >= 0: the caller
//             (LATTICE-ORDER).
// Proof.      Upper: C_u is the interpolation of the convex C_b at the even nodes. Lower: y is the measure for which
//             C_y = C_b - d at even nodes and C_y is linear between them. Because u has C_u = C_b at even nodes, the
//             second differences give the formula. On the cell [x_{2i}, x_{2i+2}] take the line that touches C_b at
//             x_{2i+1} with the slope -P(x > x_{2i+1}) - (1 - r_i) b_{2i+1}, which lies between the two one-sided
//             slopes. This line is below C_b, and C_b minus the line is a_i at the left end and c_{i+1} at the right
//             end. C_b - d is at most the line at both ends, so its chord is below the line, which is below C_b.
//             Outside the nodes C_y = C_b because d_0 = d_M = 0, so the P- and Q-mass are unchanged.
//
//             Rounding: an e_i that is rounded up corresponds to an admissible d_i, for which the formula holds
//             exactly. Each mass then has at most 4 rounded products, with errors of less than 4 units together. It
//             has 5 constants, each with an error of less than 2 units of 2^-(scale+8), times masses and e_i of less
//             than 2^(scale+4) units; these errors are less than 1 unit together. Here e_i is at most e^{1/2}/2 times
//             such a mass, plus 1.
// Source.     This project's; the upper part is the usual "connect the dots".
LatticeMeasure coarsened(const LatticeMeasure& measure, const Frame& frame, const Poll& poll) {
  const size_t n = measure.masses.size();
  if (n < kFewestToCoarsen)
    throw std::logic_error("a lattice law with so few nodes cannot be coarsened");
  // A node is added in front if the node with the largest mass has an odd index, so that this node is not omitted.
  const size_t pad = largest_mass(measure.masses) % 2;  // a node of mass zero in front
  const size_t m = (n + pad) / 2 + 1;
  const FineMasses mass{measure, pad, m};
  const Constants c = constants(measure.step, frame);
  std::vector<Integer> y(m);
  for (size_t i = 0; i < m; ++i) {
    if (i % kPolled == 0) poll();
    y[i] = mass(2 * i) + floor_shift(mass.after(i) * c.left + mass.before(i) * c.right, c.bits);
  }
  LatticeMeasure out{measure.origin - measure.step * Rational(static_cast<long>(pad)),
                     measure.step * Rational(2), IntegerVector(m), measure.error,
                     measure.exact_mass};
  Ball added = bound_number<"LATTICE-COARSE">(frame.units(8 * static_cast<long>(m)));
  if (!c.valid || !fine_enough(measure, frame)) {
    added = Ball::indeterminate(frame.p);  // a condition of LATTICE-COARSE is not satisfied
  }
  if (frame.order == ConvexOrder::lower) {
    take_gaps(gaps(mass, c, frame.theta, poll), c, &y);
    std::vector<long> at(m);
    std::iota(at.begin(), at.end(), 0L);
    added += repair(at, y, out.step, frame, poll);
  }
  for (size_t i = 0; i < m; ++i) out.masses.set(i, y[i]);
  out.error = (out.error + added).upper();
  return out;
}

}  // namespace plumbline::lattice
