#include "reference/engines/lattice/tail_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline::lattice {
namespace {

constexpr Bits kBits{160};
constexpr size_t kCells = 600;

LossTails tails_at(const DominatingPair& mechanism, double loss) {
  return mechanism.tails(Real(Rational::from_binary64(loss)), kBits);
}

/// Returns the loss with the given sign and the smallest modulus (within 1%) beyond which `tail` is below 2^-bits.
template <class Tail>
double reach(const DominatingPair& mechanism, double sign, long bits, const Tail& tail) {
  const double target = -0.6931471805599453 * static_cast<double>(bits);
  const auto small = [&](double x) {
    return tail(tails_at(mechanism, sign * x)).magnitude().log_approximate() < target;
  };
  double high = 0x1p-30;
  while (!small(high) && high < 0x1p30) high *= 2;
  double low = high / 2;
  for (int i = 0; i < 6; ++i) {
    const double middle = (low + high) / 2;
    (small(middle) ? high : low) = middle;
  }
  return sign * high;
}

LossCell cell(double left, double right, const LossTails& a, const LossTails& b) {
  const IntervalMass m = between(a, b);
  const auto log_of = [](const Ball& x) {
    return x.approximate() > 0 || x.log_approximate() > -1e300
               ? x.log_approximate()
               : -std::numeric_limits<double>::infinity();
  };
  return {left, right, m.P, m.Q, log_of(m.P), log_of(m.Q)};
}

/// Returns the priority of dividing a cell: wide cells and cells of large mass are divided first. The weight of the
/// mass is low, so that cells in the tails are divided too.
double priority(const LossCell& c) {
  const double mass = std::max(c.log_P, c.log_Q);
  return 2 * std::log(c.right - c.left) + mass / 4;
}

}  // namespace

IntervalMass between(const LossTails& a, const LossTails& b) {
  const auto mass = [](const Ball& x, const Ball& y) {
    const Ball both = common(x, y, "the mass of an interval of losses");
    if (certainly_negative(both)) throw Contradiction("an interval of losses has negative mass");
    return both;
  };
  return {mass(a.P_above - b.P_above, b.P_below - a.P_below),
          mass(a.Q_above - b.Q_above, b.Q_below - a.Q_below)};
}

TailSurvey::TailSurvey(const DominatingPair& mechanism, long bits, const Poll& poll)
    : outside_{Ball(kBits), Ball(kBits), Ball(kBits), Ball(kBits)} {
  double low = reach(mechanism, -1, bits, [](const LossTails& t) { return t.P_below; });
  double high = reach(mechanism, +1, bits, [](const LossTails& t) { return t.Q_above; });
  LossTails at_low = tails_at(mechanism, low), at_high = tails_at(mechanism, high);
  outside_ = {at_high.P_above, at_low.P_below, at_high.Q_above, at_low.Q_below};

  struct Node {
    LossCell cell;
    LossTails at_left, at_right;
  };
  const auto later = [](const Node& x, const Node& y) {
    return priority(x.cell) < priority(y.cell);
  };
  std::priority_queue<Node, std::vector<Node>, decltype(later)> queue(later);
  queue.push({cell(low, high, at_low, at_high), at_low, at_high});
  const double finest = (high - low) * 0x1p-24;
  while (queue.size() < kCells) {
    poll();
    const Node wide = queue.top();
    const double middle = (wide.cell.left + wide.cell.right) / 2;
    if (wide.cell.right - wide.cell.left < finest) break;
    queue.pop();
    const LossTails at = tails_at(mechanism, middle);
    queue.push({cell(wide.cell.left, middle, wide.at_left, at), wide.at_left, at});
    queue.push({cell(middle, wide.cell.right, at, wide.at_right), at, wide.at_right});
  }
  for (; !queue.empty(); queue.pop()) cells_.push_back(queue.top().cell);
  std::sort(cells_.begin(), cells_.end(),
            [](const LossCell& x, const LossCell& y) { return x.left < y.left; });
}

double TailSurvey::log_tilted(const LossCell& c, double theta) {
  if (!std::isfinite(c.log_P) || !std::isfinite(c.log_Q)) {
    return -std::numeric_limits<double>::infinity();
  }
  // The mean loss log(Q/P) of the cell, clamped to the cell because rounding noise may move it outside.
  const double loss = std::clamp(c.log_Q - c.log_P, c.left, c.right);
  return c.log_P + theta * loss;
}

TailSurvey::Tilted TailSurvey::tilted(double theta) const {
  double top = -std::numeric_limits<double>::infinity();
  for (const LossCell& c : cells_) top = std::max(top, log_tilted(c, theta));
  double mass = 0, first = 0, second = 0;
  for (const LossCell& c : cells_) {
    const double m = std::exp(log_tilted(c, theta) - top);
    if (!(m > 0)) continue;
    const double loss = std::clamp(c.log_Q - c.log_P, c.left, c.right);
    mass += m;
    first += m * loss;
    second += m * loss * loss;
  }
  const double mean = first / mass;
  return {top + std::log(mass), mean, std::max(second / mass - mean * mean, 1e-300)};
}

}  // namespace plumbline::lattice
