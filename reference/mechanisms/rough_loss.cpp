#include "reference/mechanisms/rough_loss.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

constexpr Bits kBits{64};
constexpr double kNegligible = 1e-12;

/// Returns the masses under P and Q of L > t for t > 0, and of L <= t otherwise.
std::array<double, 2> beyond(const DominatingPair& pair, double t) {
  const LossTails tails = pair.tails(Real(Rational::from_binary64(t)), kBits);
  const Ball& P = t > 0 ? tails.P_above : tails.P_below;
  const Ball& Q = t > 0 ? tails.Q_above : tails.Q_below;
  const auto mass = [](const Ball& x) { return std::clamp(x.approximate(), 0.0, 1.0); };
  return {mass(P), mass(Q)};
}

/// Adds int |t|^(n-1) n beyond(t) dt over one side of 0, which is E|L|^n there, for n = 1, 2. Uses the trapezoid rule
/// on points whose distances from 0 grow by a factor of 17/16 each.
void add_side(const DominatingPair& pair, double sign, RoughLoss* moments) {
  double reach = 0x1p-30;
  const auto small = [&](double t) {
    const auto mass = beyond(pair, sign * t);
    return std::max(mass[0], mass[1]) < kNegligible;
  };
  while (reach < 0x1p30 && !small(reach)) reach *= 2;
  constexpr int kPoints = 320;  // down to 1e-9 of the reach
  double outer = reach;
  std::array<double, 2> at_outer = beyond(pair, sign * outer);
  for (int k = 0; k < kPoints; ++k) {
    const double inner = outer * 0.9375;
    const std::array<double, 2> at_inner = beyond(pair, sign * inner);
    for (const size_t i : {size_t{0}, size_t{1}}) {
      const double width = outer - inner;
      moments->mean[i] += sign * width * (at_outer[i] + at_inner[i]) / 2;
      moments->variance[i] += width * (outer * at_outer[i] + inner * at_inner[i]);
    }
    outer = inner;
    at_outer = at_inner;
  }
}

}  // namespace

RoughLoss rough_loss(const DominatingPair& pair) {
  if (const auto infinite = pair.offer<InfiniteLosses>()) {
    if (infinite->conditional == nullptr) return {{0, 0}, {1, 1}};
    RoughLoss out = rough_loss(*infinite->conditional);
    const double shift = std::log((infinite->Q_finite / infinite->P_finite).approximate());
    for (double& mean : out.mean) mean += shift;
    return out;
  }
  if (const auto known = pair.offer<RoughLoss>()) return *known;
  RoughLoss out{{0, 0}, {0, 0}};  // second moments at first, later variances
  add_side(pair, 1, &out);
  add_side(pair, -1, &out);
  for (const size_t i : {size_t{0}, size_t{1}}) {
    out.variance[i] = std::max(out.variance[i] - out.mean[i] * out.mean[i], 1e-300);
  }
  return out;
}

}  // namespace plumbline
