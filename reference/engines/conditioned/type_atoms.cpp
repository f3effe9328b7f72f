#include "reference/engines/conditioned/type_atoms.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::conditioned {
namespace {

constexpr long kMostSteps = 400;
constexpr size_t kMostIndices = 4000, kMostTypeAtoms = 400;
constexpr Bits kTypeBits{160};

/// Returns the loss as a multiple of 2^-unit, with an error of at most 1 such unit; nothing if it is too large.
std::optional<std::int64_t> place_of(const Ball& loss, long unit) {
  const Bits p = loss.precision();
  const Ball units = loss * exact(std::ldexp(1.0, static_cast<int>(unit)), p);
  const double at = std::round(units.approximate());
  if (!(std::fabs(at) < 0x1p53)) return std::nullopt;
  if (!certainly_at_most(abs(units - exact(at, p)), Ball::integer(1, p))) return std::nullopt;
  return static_cast<std::int64_t>(at);
}

struct RawAtom {
  Ball P, Q, loss;
};

/// Returns the atoms of a step down to this depth. The caller increases the depth until the omitted tilted mass is
/// negligible.
std::vector<RawAtom> raw_atoms(const DominatingPair& pair, double depth, const Poll& poll) {
  std::vector<RawAtom> out;
  for (const LossAtom& x : heavy_atoms(pair, depth, kMostTypeAtoms)) {
    const Ball P = x.mass(kTypeBits), loss = x.loss(kTypeBits);
    out.push_back({P, P * exponential(x.loss, kTypeBits), loss});
    poll();
  }
  return out;
}

bool add_factor(const Factor& f, double theta, double depth, long unit, TypeAtoms* out,
                const Poll& poll) {
  const Bits p = kTypeBits;
  const Ball one = Ball::integer(1, p), tilt = exact(theta, p);
  const Ball K = measure_of(*f.mechanism).transform(theta, p);
  const long count = static_cast<long>(f.count.approximate());
  const double scale = fourier::short_double(static_cast<double>(count) / std::exp(1.0));
  const double wanted = std::exp2(-depth);
  const size_t own = out->factors.size(), before = out->atoms.size();
  for (double deep = depth + 4; deep < 3 * depth + 100; deep = 1.5 * deep) {
    out->atoms.erase(out->atoms.begin() + static_cast<long>(before), out->atoms.end());
    Ball left = one;
    for (const RawAtom& x : raw_atoms(*f.mechanism, deep, poll)) {
      const Ball tilted = x.P * exp(tilt * x.loss) / K, s = exact(scale, p);
      const auto P = machine_mass(x.P * s), Q = machine_mass(x.Q * s);
      const auto place = place_of(x.loss, unit);
      if (!P || !Q || !place || !certainly_positive(tilted)) return false;
      // The factor rounds up: a ball's midpoint and its double have a relative distance of less than 2^-50.
      const double weight = (tilted * s).upper().approximate() * (1 + 0x1p-50);
      out->atoms.push_back({own, tilted, *P, *Q, std::max(weight, kTiny), *place});
      left = left - tilted;
    }
    if (certainly_negative(left)) {
      throw Contradiction("disjoint atoms have a tilted mass of more than 1");
    }
    const Ball outside = Ball::zero_to(UpperBound::of(max(left, Ball(p))), p);
    if (outside.upper().approximate() > wanted) continue;
    out->factors.push_back({count, scale, outside, out->indices});
    out->indices *= static_cast<size_t>(count) + 1;
    out->log_height += log(K) * count;
    const Ball n = Ball::integer(count + 1, p);
    out->orders = out->orders * exp(log_gamma(n) - log(exact(scale, p)) * count);
    return out->atoms.size() > before;
  }
  return false;
}

}  // namespace

long TypeAtoms::steps() const {
  long sum = 0;
  for (const TypeFactor& f : factors) sum += f.count;
  return sum;
}

bool types_can_be_listed(const std::vector<Factor>& factors) {
  double steps = 0, indices = 1;
  for (const Factor& f : factors) {
    if (f.mechanism->measure() == nullptr) return false;
    steps += f.count.approximate();
    indices *= f.count.approximate() + 1;
  }
  return steps <= kMostSteps && indices <= kMostIndices;
}

std::optional<TypeAtoms> type_atoms(const std::vector<Factor>& factors, double theta, double depth,
                                    const Poll& poll) {
  if (!rounds_to_nearest()) return std::nullopt;
  double far = 1;
  for (const Factor& f : factors) {
    for (const LossAtom& x : heavy_atoms(*f.mechanism, 3 * depth + 100, kMostTypeAtoms)) {
      far = std::max(far, std::fabs(x.loss.approximate()));
    }
  }
  constexpr double kMostLoss = 1e6;
  if (!(far < kMostLoss)) return std::nullopt;
  const long unit = 51 - static_cast<long>(std::ceil(std::log2(far)));
  const Ball zero(kTypeBits);
  TypeAtoms out{theta, {}, {}, 1, unit, zero, Ball::integer(1, kTypeBits)};
  for (const Factor& f : factors) {
    if (!add_factor(f, theta, depth, unit, &out, poll)) return std::nullopt;
  }
  return out;
}

}  // namespace plumbline::conditioned
