#include "reference/engines/lattice/lattice_measure.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::lattice {
namespace {

constexpr size_t kPolled = 4096;  // nodes between two polls

/// Leaves out nodes at both ends; the mass left out joins the error.
void trim(LatticeMeasure& measure, const Frame& frame, const Ball& drop) {
  const Integer limit = Integer::floor_of_midpoint(drop, frame.scale);
  size_t first = 0, last = measure.masses.size();  // kept: [first, last)
  Integer left, right;
  for (; last - first > 1; ++first) {
    const Integer with = left + measure.masses.get(first);
    if (limit < with) break;
    left = with;
  }
  for (; last - first > 1; --last) {
    const Integer with = right + measure.masses.get(last - 1);
    if (limit < with) break;
    right = with;
  }
  if (first == 0 && last == measure.masses.size()) return;
  measure.masses = measure.masses.slice(first, last - first);
  measure.origin = measure.origin + measure.step * Rational(static_cast<long>(first));
  const Ball out = bound_number<"LATTICE-ORDER">((left + right).scaled(frame.scale, frame.p));
  measure.error = (measure.error + out).upper();
}

/// Powers of e^(step) that a coarsening needs, as integers times 2^-bits: none too small, and none
/// too large by two units or more (if `valid`).
struct Constants {
  long bits;
  bool valid = true;
  Integer left, right;            ///< shares of a node in the middle of a cell
  Integer gap_right, gap_left;    ///< deviation of such a node, seen from either end
  Integer centre, before, after;  ///< what one unit of deviation does to its own node and to
                                  ///< the next and the previous one
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

/// Where the line of a cell touches C_b: at the middle, or at an end where a line through the
/// middle would leave less than the measure's own support allows (heuristic; every choice is
/// valid).
enum class Touch { middle, left, right };

/// For cells [2i, 2i+2] around the odd nodes. What is owed at a node must not exceed E(x - X)_+ to
/// its left nor E(X - x)_+ to its right, or the new measure would need negative mass at the ends.
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

}  // namespace

LatticeMeasure compose(const LatticeMeasure& a, const LatticeMeasure& b, const Frame& frame,
                       const Ball& drop, const Poll& poll) {
  if (!(a.step == b.step)) throw std::logic_error("laws on lattices of different steps");
  const Ball mass_a = a.masses.sum().scaled(frame.scale, frame.p);
  const Ball mass_b = b.masses.sum().scaled(frame.scale, frame.p);
  const Ball larger_a = max(mass_a, a.exact_mass), larger_b = max(mass_b, b.exact_mass);
  LatticeMeasure out{a.origin + b.origin, a.step, convolution(a.masses, b.masses, frame.scale),
                     Ball(frame.p), (a.exact_mass * b.exact_mass).upper()};
  poll();
  // Each mass is rounded down by less than a unit.
  const Ball rounded = frame.units(static_cast<long>(out.masses.size()));
  const Ball error = a.error * larger_b + larger_a * b.error + rounded;
  out.error = bound_number<"LATTICE-ORDER">(error).upper();
  trim(out, frame, drop);
  const size_t most = std::max(frame.most, kFewestToCoarsen);
  while (out.masses.size() > most) out = coarsened(out, frame, poll);
  return out;
}

namespace {

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

/// Of 2m - 1 nodes, of which the first `pad` have no mass.
std::vector<Touch> touches_of(const LatticeMeasure& measure, size_t pad, size_t m, double theta) {
  std::vector<double> approximate(2 * m - 1, 0.0);
  for (size_t j = 0; j < measure.masses.size(); ++j) {
    approximate[j + pad] = measure.masses.get(j).approximate();
  }
  return touches(approximate, measure.step, theta);
}

/// What LATTICE-COARSE needs of the step and of all masses together.
bool fine_enough(const LatticeMeasure& measure, const Frame& frame) {
  const Ball h(measure.step, frame.p), half(Rational(1, 2), frame.p);
  return certainly_less(measure.masses.sum().scaled(frame.scale + 4, frame.p),
                        Ball::integer(1, frame.p)) &&
         certainly_less(h, half) &&
         certainly_less(abs(h * Ball::from_binary64(frame.theta, frame.p)), half);
}

}  // namespace

// BOUND(LATTICE-COARSE)
// Statement.  Let b >= 0 have nodes x_j = e^{o + jh}, 0 <= j <= 2M, with masses b_j; H = 2h, D_i =
//             x_{2i+2} - x_{2i}; keep the even nodes, i = 0 .. M. Upper: moving every b_{2i+1} to
//             both neighbours, keeping P- and Q-mass, gives u >= b. Lower: on the cell of the odd
//             node 2i+1 let a share r_i of b_{2i+1} count for the left end and the rest for the
//             right end,
//                 a_i     = r_i       b_{2i+1} (x_{2i+1} - x_{2i}),
//                 c_{i+1} = (1 - r_i) b_{2i+1} (x_{2i+2} - x_{2i+1}),
//             with any 0 <= r_i <= 1 but r_0 = 0 in the first cell and r_{M-1} = 1 in the last. Let
//             d_0 = d_M = 0 and d_i >= max(a_i, c_i) between. Then y <= b for the (possibly signed)
//                 y_i = u_i + d_i (1/D_{i-1} + 1/D_i) - d_{i-1}/D_{i-1} - d_{i+1}/D_i.
//             In units of x^theta dP and with e_i = x_{2i}^theta d_i / (x_{2i} (e^H - 1)):
//                 y_i = u_i + e_i (1 + e^H) - e_{i-1} e^{theta H} - e_{i+1} e^{(1-theta) H},
//             and every mass stored is off by less than 8 units.
// Needs.      (a) M >= 2, so that the first cell is not the last: checked here, as
//             kFewestToCoarsen. (b) The masses sum to less than 2^4, h < 1/2 and |theta| h < 1/2;
//             the constants are off by less than two units of 2^-(scale+8): checked here, else the
//             error is indeterminate. (c) b >= 0: the caller (LATTICE-ORDER).
// Proof.      Upper: C_u is the interpolation of the convex C_b at the even nodes. Lower: y is the
//             measure with C_y = C_b - d at even nodes and linear between; as u has C_u = C_b
//             there, the second differences give the formula. On the cell [x_{2i}, x_{2i+2}] take
//             the line that touches C_b at x_{2i+1} with the slope -P(x > x_{2i+1}) - (1 - r_i)
//             b_{2i+1}, which lies between the two one-sided slopes: it is below C_b, and C_b minus
//             the line is a_i at the left end and c_{i+1} at the right end. C_b - d is at most the
//             line at both ends, so its chord is below the line, which is below C_b. Outside the
//             nodes C_y = C_b as d_0 = d_M = 0, hence the same P- and Q-mass. Rounding: an e_i
//             rounded up is a d_i as good as any, for which the formula holds exactly. Each mass
//             then has at most 4 rounded products (less than 4 units) and 5 constants off by less
//             than 2 units of 2^-(scale+8), times masses and e_i of less than 2^(scale+4) units
//             (e_i is at most e^{1/2}/2 times such a mass, plus 1): less than 1 unit in all.
// Source.     This project's; the upper half is the usual "connect the dots".
LatticeMeasure coarsened(const LatticeMeasure& measure, const Frame& frame, const Poll& poll) {
  const size_t n = measure.masses.size();
  if (n < kFewestToCoarsen) throw std::logic_error("a law of so few nodes cannot be coarsened");
  // Keep the parity of the largest mass: an atom stays where it is.
  const size_t pad = largest_mass(measure.masses) % 2;  // a zero node in front
  const size_t m = (n + pad) / 2 + 1;
  const auto mass = [&](size_t fine) {
    return fine < pad || fine - pad >= n ? Integer() : measure.masses.get(fine - pad);
  };
  const Constants c = constants(measure.step, frame);
  const std::vector<Touch> touch = frame.order == ConvexOrder::lower
                                       ? touches_of(measure, pad, m, frame.theta)
                                       : std::vector<Touch>{};
  // share 0, 1/2 or 1 of a deviation, rounded up
  const auto share = [&](const Integer& product, Touch all, Touch none, Touch which) {
    if (which == none) return Integer();
    return ceil_shift(product, which == all ? c.bits : c.bits + 1);
  };
  std::vector<Integer> y(m), gap(m);
  for (size_t i = 0; i < m; ++i) {
    if (i % kPolled == 0) poll();
    const Integer before = i == 0 ? Integer() : mass(2 * i - 1);
    const Integer after = i + 1 == m ? Integer() : mass(2 * i + 1);
    y[i] = mass(2 * i) + floor_shift(after * c.left + before * c.right, c.bits);
    if (frame.order == ConvexOrder::upper || i == 0 || i + 1 == m) continue;
    const Integer from_right = share(after * c.gap_right, Touch::right, Touch::left, touch[i]);
    const Integer from_left = share(before * c.gap_left, Touch::left, Touch::right, touch[i - 1]);
    gap[i] = from_right < from_left ? from_left : from_right;
  }
  LatticeMeasure out{measure.origin - measure.step * Rational(static_cast<long>(pad)),
                     measure.step * Rational(2), IntegerVector(m), measure.error,
                     measure.exact_mass};
  Ball added = bound_number<"LATTICE-COARSE">(frame.units(8 * static_cast<long>(m)));
  if (!c.valid || !fine_enough(measure, frame)) {
    added = Ball::indeterminate(frame.p);  // the constants are too coarse
  }
  if (frame.order == ConvexOrder::lower) {
    std::vector<long> at(m);
    for (size_t i = 0; i < m; ++i) {
      at[i] = static_cast<long>(i);
      y[i] += floor_shift(gap[i] * c.centre, c.bits);
      if (i > 0) y[i] -= floor_shift(gap[i - 1] * c.before, c.bits);
      if (i + 1 < m) y[i] -= floor_shift(gap[i + 1] * c.after, c.bits);
    }
    added += repair(at, y, out.step, frame, poll);
  }
  for (size_t i = 0; i < m; ++i) out.masses.set(i, y[i]);
  out.error = (out.error + added).upper();
  return out;
}

// BOUND(LATTICE-REPAIR)
// Statement.  Let y be a signed measure on nodes. Lower: replacing y_i < 0 by y_i shared between
//             one node on each side, keeping P- and Q-mass, gives a measure that is <= y. Either
//             order: what is simply set to 0, and the rounding of the shares, is a change r of y,
//             and int x^theta d|r| an error in the sense of LATTICE-ORDER. The value returned
//             bounds it.
// Needs.      (a) `at` is increasing, as long as y: checked here. (b) The order: a spread would
//             make an upper measure too small, so that there it sets to 0 alone (what discretise()
//             hands over there is at least 0 but for rounding).
// Proof.      y' = y + |y_i| (unit at the node - its spread). The spread is larger in convex order
//             than the unit, so that C_{y'} <= C_y, with the same P- and Q-mass. A mass at the
//             distance -v or w (both > 0) that keeps both is, of 1, in the left node (e^w - 1) /
//             (e^w - e^{-v}) and in the right node the rest; its tilted mass changes by e^{-theta
//             v} and e^{theta w}. A share rounded down is off by less than a unit plus its radius.
//             Moving may make a node negative that was passed: it is looked at again at once, and
//             the last loop leaves nothing negative.
// Source.     Elementary; doing it from left to right is the lower convex hull of C_y.
Ball repair(const std::vector<long>& at, std::vector<Integer>& y, const Rational& step,
            const Frame& frame, const Poll& poll) {
  constexpr long kNoise = 64;  // units: not worth moving
  const size_t m = y.size();
  if (at.size() != m ||
      std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) != at.end()) {
    throw std::logic_error("masses to repair need increasing nodes, one each");
  }
  const Bits p = frame.p;
  const Ball theta = Ball::from_binary64(frame.theta, p);
  Ball lost(p);
  std::vector<size_t> before(m);
  size_t previous = 0;
  for (size_t i = 1; i < m; ++i) before[i] = i - 1;
  const auto give_up = [&](size_t i) {
    lost += (-y[i]).scaled(frame.scale, p);
    y[i] = Integer();
  };
  if (m == 0) return lost;
  const bool spread = frame.order == ConvexOrder::lower;
  for (size_t next = 1; spread && next + 1 < m; ++next) {
    if (next % kPolled == 0) poll();
    before[next] = previous;
    size_t i = next;
    while (i > 0 && y[i].sign() < 0) {
      if (Integer(-kNoise) <= y[i]) {
        give_up(i);
        break;
      }
      const size_t l = before[i], r = next + 1;
      const Ball down = Ball(step, p) * (at[i] - at[l]), up = Ball(step, p) * (at[r] - at[i]);
      const Ball rise = expm1(up), fall = -expm1(-down);
      const Ball owed = y[i].scaled(frame.scale, p);
      const Ball to_left = owed * rise / (rise + fall) * exp(-(theta * down));
      const Ball to_right = owed * fall / (rise + fall) * exp(theta * up);
      for (const auto& [node, share] : {std::pair<size_t, const Ball&>(l, to_left),
                                        std::pair<size_t, const Ball&>(r, to_right)}) {
        y[node] += Integer::floor_of_midpoint(share, frame.scale);
        lost += share.radius().ball(p) + frame.units(1);
      }
      y[i] = Integer();
      i = l;
    }
    previous = i;
  }
  for (size_t i = 0; i < m; ++i) {
    if (y[i].sign() < 0) give_up(i);
  }
  return bound_number<"LATTICE-REPAIR">(lost);
}

}  // namespace plumbline::lattice
