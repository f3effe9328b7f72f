#include "reference/engines/lattice/lattice_step.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/lattice/lattice_lines.hpp"

namespace plumbline::lattice {

// BOUND(LATTICE-STEP)
// Statement.  Let X have losses in (l_0, l_m], nodes x_i = e^{l_i}, cells i = (l_i, l_{i+1}], and D_i = x_{i+1} -
//             x_i. Upper: let p, q be the P- and Q-mass of a cell. Then X <= u for
//                 u_i = sum of (x_{i+1} p - q) / D_i over cell i and (q - x_{i-1} p) / D_{i-1} over
//                       cell i-1.
//             Lower: let cell i be divided at any point into parts of P- and Q-mass (p', q') on the left and (p'',
//             q'') on the right; the first cell is divided at its left end and the last at its right end. Let a_i =
//             q' - x_i p' and c_{i+1} = x_{i+1} p'' - q''. Let d_0 = d_m = 0 and d_i >= max(a_i, c_i) for 0 < i < m.
//             Then y <= X for
//                 y_i = u_i + d_i (1/D_{i-1} + 1/D_i) - d_{i-1}/D_{i-1} - d_{i+1}/D_i.
//             Moreover, int x^theta dX is at most int x^theta du for theta outside (0,1). For theta inside (0,1) it
//             is at most
//                 sum_i z_i^theta ((1-theta) p_i + theta q_i/z_i), z_i = e^{middle of cell i}.
//             The losses outside (l_0, l_m] but inside the survey's cells have an x^theta-mass of at most the sum of
//             min(P max x^theta, Q max x^{theta-1}) over these cells. This mass is part of the error.
// Needs.      (a) m >= 2 and the nodes increase: checked here. (b) The tails of the mechanism are enclosures: its
//             tails().
// Proof.      Upper: C_u interpolates the convex C_X at the nodes, and u has the P- and Q-mass of X. Lower: y is the
//             measure for which C_y = C_X - d at the nodes and C_y is linear between them. On cell i take the line
//             that touches C_X at the point z of the division, with slope -P(X > z). It is below C_X, and
//                 C_X(x_i) - line(x_i)         = q' - x_i p'            = a_i,
//                 C_X(x_{i+1}) - line(x_{i+1}) = x_{i+1} p'' - q''      = c_{i+1}.
//             C_X - d is at most the line at both ends, hence its chord is below the line. No deviation is needed at
//             l_0 and l_m: a_0 = 0 because the first cell is divided at l_0, and c_m = 0 because the last one is
//             divided at l_m. So C_y = C_X outside the nodes, and the P- and Q-mass are unchanged. For theta outside
//             (0,1), x^theta is convex, so its integral is larger under u. For theta inside (0,1), x^theta is below
//             its tangent at z_i, (1-theta) z_i^theta + theta z_i^{theta-1} x. The omitted losses are a positive part
//             of X. For this part the integral of x^theta = x^{theta-1} x is at most the largest x^theta times the
//             P-mass, and at most the largest x^{theta-1} times the Q-mass.
// Source.     This project's.
namespace {

/// The state of discretise(). The private functions are in the order in which they run.
class Discretiser {
 public:
  Discretiser(const DominatingPair& mechanism, const TailSurvey& survey, const StepGrid& grid,
              const Frame& frame, Bits p)
      : mechanism_(mechanism),
        survey_(survey),
        grid_(grid),
        frame_(frame),
        p_(p),
        m_(grid.nodes.size() - 1),
        theta_(Ball::from_binary64(frame.theta, p)),
        guess_(survey.tilted(frame.theta).log_mass),
        log_scale_(guess_),
        u_(m_ + 1, Ball(p)),
        x_(u_),
        weight_(u_),
        width_(m_, Ball(p)),
        exact_(p),
        rescale_(p),
        outside_(p) {}

  StepMeasures run(const Poll& poll) {
    share_cells(poll);
    const std::vector<Ball> y = lower_masses();
    poll();
    choose_scale();
    poll();
    bound_outside();
    StepMeasures out{measure(u_, ConvexOrder::upper, poll), measure(y, ConvexOrder::lower, poll),
                     log_scale_};
    if (concave()) {
      exact_ = exact_ * rescale_;
    } else {
      for (size_t i = 0; i <= m_; ++i) exact_ += u_[i] * weight_[i] * rescale_;
    }
    out.upper.exact_mass = out.lower.exact_mass = (exact_ + outside_).upper();
    return out;
  }

 private:
  bool concave() const { return frame_.theta > 0 && frame_.theta < 1; }
  /// Returns the loss at a multiple of half the step.
  Rational loss(long twice) const { return grid_.origin + grid_.step * Rational(twice, 2UL); }
  Rational node(size_t i) const { return loss(2 * grid_.nodes[i]); }
  LossTails tails(const Rational& at) const { return mechanism_.tails(Real(at), p_); }

  /// Divides the mass of each cell between its two nodes, and computes the deviations of the lines that touch C_X in
  /// the cell.
  void share_cells(const Poll& poll) {
    const Ball one = Ball::integer(1, p_);
    LossTails left = tails(node(0));
    x_[0] = exp(Ball(node(0), p_));
    for (size_t i = 0; i < m_; ++i) {
      if (i % 16 == 0) poll();
      const Rational centre = loss(grid_.nodes[i] + grid_.nodes[i + 1]);
      const LossTails middle = tails(centre);
      LossTails right = tails(node(i + 1));
      x_[i + 1] = exp(Ball(node(i + 1), p_));
      width_[i] = x_[i + 1] - x_[i];
      const IntervalMass low = between(left, middle), high = between(middle, right);
      const Ball P = low.P + high.P, Q = low.Q + high.Q;
      u_[i] += (x_[i + 1] * P - Q) / width_[i];
      u_[i + 1] += (Q - x_[i] * P) / width_[i];
      lines_.push_back(
          {P, deviation(x_[i], low, x_[i + 1], high), deviation(x_[i], {P, Q}, x_[i + 1], {P, Q})});
      if (concave()) {
        const Ball z(centre, p_);
        exact_ += exp(theta_ * z - Ball::from_binary64(guess_, p_)) *
                  ((one - theta_) * P + theta_ * Q / exp(z));
      }
      left = std::move(right);
    }
  }

  /// Returns the masses of the lower measure: the divided masses, corrected by the deviations at the nodes.
  std::vector<Ball> lower_masses() const {
    std::vector<Ball> d(m_ + 1, Ball(p_));
    // If a line should touch at the right end of a cell, it touches just below this end, so that an atom at the end
    // has no effect.
    const auto beside_end = [&](size_t i) {
      const Rational end = node(i + 1), length = end - node(i);
      const LossTails cut = tails(end - length / Rational(1L << 20));
      return deviation(x_[i], between(tails(end - length), cut), x_[i + 1],
                       between(cut, tails(end)));
    };
    owed(lines_, width_, beside_end, d);
    std::vector<Ball> y = u_;
    for (size_t i = 1; i < m_; ++i) {
      const Ball before = d[i] / width_[i - 1], after = d[i] / width_[i];
      y[i] += before + after;
      y[i - 1] = y[i - 1] - before;
      y[i + 1] = y[i + 1] - after;
    }
    return y;
  }

  void choose_scale() {
    double sum = 0;
    for (size_t i = 0; i <= m_; ++i) {
      weight_[i] = exp(theta_ * Ball(node(i), p_) - Ball::from_binary64(guess_, p_));
      sum += std::max(0.0, (u_[i] * weight_[i]).approximate());
    }
    if (sum > 0 && std::isfinite(sum)) log_scale_ = guess_ + std::log(sum);
    rescale_ = exp(Ball::from_binary64(guess_, p_) - Ball::from_binary64(log_scale_, p_));
  }

  void bound_outside() {
    Ball sum(p_);
    for (const LossCell& c : survey_.cells()) {
      const Ball a = Ball::from_binary64(c.left, p_), b = Ball::from_binary64(c.right, p_);
      if (certainly_at_most(Ball(node(0), p_), a) && certainly_at_most(b, Ball(node(m_), p_))) {
        continue;
      }
      const Ball in_P = c.P.at(p_) * exp(max(theta_ * a, theta_ * b));
      const Ball in_Q = c.Q.at(p_) * exp(max((theta_ - 1) * a, (theta_ - 1) * b));
      sum += min(in_P, in_Q).upper();
    }
    outside_ = bound_number<"LATTICE-STEP">(sum * exp(-Ball::from_binary64(log_scale_, p_)));
  }

  LatticeMeasure measure(const std::vector<Ball>& masses, ConvexOrder order,
                         const Poll& poll) const {
    poll();
    Frame own = frame_;
    own.order = order;
    std::vector<Integer> units(m_ + 1);
    Ball error = outside_;
    for (size_t i = 0; i <= m_; ++i) {
      const Ball scaled = masses[i] * weight_[i] * rescale_;
      units[i] = Integer::floor_of_midpoint(scaled, frame_.scale);
      error += scaled.radius().ball(p_) + frame_.units(1);
      if (!scaled.is_finite()) error = Ball::indeterminate(p_);
    }
    error += repair(grid_.nodes, units, grid_.step, own, poll);
    IntegerVector lattice(static_cast<size_t>(grid_.nodes[m_] - grid_.nodes[0] + 1));
    for (size_t i = 0; i <= m_; ++i) {
      lattice.set(static_cast<size_t>(grid_.nodes[i] - grid_.nodes[0]), units[i]);
    }
    return LatticeMeasure{node(0), grid_.step, std::move(lattice), error.upper(), Ball(p_)};
  }

  const DominatingPair& mechanism_;
  const TailSurvey& survey_;
  const StepGrid& grid_;
  const Frame& frame_;
  Bits p_;
  size_t m_;  ///< number of cells
  Ball theta_;
  double guess_, log_scale_;
  std::vector<Ball> u_, x_, weight_, width_;
  std::vector<Lines> lines_;
  Ball exact_;  ///< int x^theta dX e^{-guess}
  Ball rescale_, outside_;
};

}  // namespace

StepMeasures discretise(const DominatingPair& mechanism, const TailSurvey& survey,
                        const StepGrid& grid, const Frame& frame, Bits p, const Poll& poll) {
  if (grid.nodes.size() < 3 || std::adjacent_find(grid.nodes.begin(), grid.nodes.end(),
                                                  std::greater_equal<>()) != grid.nodes.end()) {
    throw std::logic_error("a step needs increasing nodes, three at least");
  }
  return Discretiser(mechanism, survey, grid, frame, p).run(poll);
}

}  // namespace plumbline::lattice
