#include "reference/engines/sieve/sieve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/sieve/heavy_losses.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::fourier {
namespace {

constexpr int kSteps = 96;  // number of distances at which a factor's decay is computed

constexpr long kMostCost = 1000000000000;

/// Returns floor(x 2^64) for 0 <= x < 1; nothing if it is not certain.
std::optional<std::uint64_t> sixty_four_bits(const Ball& x, Bits p) {
  const Ball half = Ball(Rational(1L << 32), p);
  const auto high = certain_floor(x * half);
  if (!high) return std::nullopt;
  const auto low = certain_floor((x * half - Ball(*high, p)) * half);
  if (!low) return std::nullopt;
  const double a = high->approximate(), b = low->approximate();  // integers below 2^32
  if (!(a >= 0 && a < 0x1p32 && b >= 0 && b < 0x1p32)) return std::nullopt;
  return (static_cast<std::uint64_t>(a) << 32U) | static_cast<std::uint64_t>(b);
}

/// Returns the decay of a factor at a distance of `share` periods from the beginning of a period, in units of 2^-10
/// bits, rounded down.
long cost_at(const Factor& factor, double c, double share, const Rational& spacing, Bits p) {
  const double half = (Ball::pi(p) / Ball(spacing, p)).approximate();
  const auto decay =
      measure_of(*factor.mechanism).decay_in_period(c, 2 * share * half * (1 - 1e-12), p);
  if (!decay || !certainly_positive(*decay)) return 0;
  const Ball bits = -(log(*decay) * Ball(factor.count, p) / log(Ball::integer(2, p)));
  const auto whole = certain_floor((bits * kUnit).lower());
  return whole ? static_cast<long>(std::clamp(whole->approximate(), 0.0, 1.0 * kMostCost)) : 0;
}

}  // namespace

// BOUND(RETURNS-SIEVE)
// Statement.  Let h > 0, 0 <= k <= last < 2^44, Q the integer part of 2^64 D h/(2 pi), x = k Q modulo 2^64 and d =
//             min(x, 2^64 - x). Then the point kD is at least (d - last)/2^64 periods 2 pi/h away from the beginning
//             of a period. Let numbers h_i > 0 and non-increasing functions 0 <= B_i(T) <= 1, 0 <= T <= pi/h_i,
//             satisfy |K(c+iy)|/K(c) <= prod_i B_i(T_i), where T_i is the distance of y from the nearest multiple of 2
//             pi/h_i. Let d_i be the number d for h = h_i. If d_i >= 2^64 r_ij + last for shares r_ij of a table, then
//
//                 |K(c+ikD)|/K(c) <= 2^{-n/1024},   n = sum_i n_ij,
//
//             for integers n_ij with 2^{-n_ij/1024} >= B_i(2 pi r_ij/h_i), also if some n_ij are omitted from the
//             sum.
// Needs.      B_i at r_ij or slightly below it, in balls: decay_in_period, RETURNS-PAIRS.
// Proof.      2^64 D h/(2 pi) is Q plus a number in [0, 1). After k steps this number has changed the position by
//             less than `last` units of 2^-64 periods. For a step of lattice spacing h_i, |K_i(c+iy)| is even and has
//             the period 2 pi/h_i. At distances of at least T from the beginning of a period,
//             (|K_i(c+iy)|/K_i(c))^{N_i} is at most the N_i-th power of the supremum of |K_i|/K_i(c) over these
//             distances. An omitted B_i is at most 1. The search omits a node only if it has found bands in which the
//             node lies and whose n_ij sum to at least n.
// Source.     Elementary; similar sieves: Su, Su and Wang 2026.
Sieve::Sieve(const Composition& composition, double c, const Ball& D, long last, Bits p,
             const Poll& poll)
    : list_(composition, c, D, p, poll) {
  if (!certainly_positive(D) || last < 0 || last >= (1L << 44)) {
    throw std::logic_error("a sieve needs a step > 0 and fewer than 2^44 nodes");
  }
  const Ball step = D.at(Bits{256});
  for (const Factor& f : composition.factors()) {
    const auto lattice = f.mechanism->lattice();
    if (lattice && lattice->spacing.sign() > 0) {
      add_comb(step, Ball(lattice->spacing, Bits{256}), last, [&](double share) {
        poll();
        return cost_at(f, c, share, lattice->spacing, p);
      });
    } else if (!lattice) {
      add_pairs(f, c, step, last, p, poll);
      if (composition.factors().size() == 1) alone_ = f.count;
    }
  }
}

template <class Decay>
void Sieve::add_comb(const Ball& step, const Ball& spacing, long last, const Decay& cost_at_share) {
  const Ball share = step * spacing / (Ball::pi(Bits{256}) * 2);
  // A factor with at most four nodes per period is not useful.
  if (!certainly_less(share, Ball(Rational(1, 4UL), Bits{64}))) return;
  const auto turn = sixty_four_bits(share, Bits{256});
  if (!turn || *turn == 0) return;
  Comb comb{*turn, {0}, {0}, {}};
  for (int j = 1; j <= kSteps; ++j) {
    const double root = static_cast<double>(j) / kSteps, r = root * root / 2;
    const long own = cost_at_share(r);
    // r in units of 2^-64, rounded up.
    const double units = std::ceil(r * 0x1p64 * (1 + 1e-15));
    if (!(units < 0x1p63)) break;
    comb.from.push_back(static_cast<std::uint64_t>(units) + static_cast<std::uint64_t>(last));
    comb.cost.push_back(std::max(own, comb.cost.back()));
  }
  // Distances are at most half of a period; costs increase with them.
  for (std::uint64_t i = 0; i <= (std::uint64_t{1} << (kQuickBits - 1)); ++i) {
    const auto above = std::upper_bound(comb.from.begin(), comb.from.end(), i << kQuickShift);
    comb.quick.push_back(comb.cost[static_cast<size_t>(above - comb.from.begin()) - 1]);
  }
  combs_.push_back(std::move(comb));
}

// BOUND(RETURNS-PAIRS)
// Statement.  Consider a step with atoms at the losses l_a whose masses are p_a under the distribution tilted by
//             e^{cL}/K(c). For every set of pairs a < b,
//
//                 |K(c+iy)|/K(c) <= prod e^{-p_a p_b (1 - cos y(l_a - l_b))}.
//
//             Each factor has the period 2 pi/|l_a - l_b|, and decreases with the distance from the beginning of a
//             period, up to half of the period. If the product of these factors to the power N is at most
//             2^{-n/1024}, then |K(c+iy)/K(c)|^N <= (1 - 2 n log 2/(1024 N))^{N/2}.
// Needs.      The atoms are disjoint, and p_a is at most their mass: heavy_losses, lower ends of balls.
// Proof.      Let L' be independent of L with the same distribution. Then |E e^{iyL}|^2 = 1 - E (1 - cos y(L - L')),
//             for atoms and other losses alike. Each pair contributes 2 p_a p_b (1 - cos y(l_a - l_b)) to this mean.
//             So |K(c+iy)/K(c)|^2 <= 1 - Z <= e^{-Z}, where Z is the sum over the pairs, which is at least 2 n log
//             2/(1024 N) in the last case.
// Source.     Elementary.
void Sieve::add_pairs(const Factor& factor, double c, const Ball& step, long last, Bits p,
                      const Poll& poll) {
  constexpr double kDepth = 28;
  constexpr size_t kMostAtoms = 400, kHeaviest = 20, kPairs = 150;
  const Bits fine{256};
  struct Heavy {
    Ball mass, loss;
  };
  std::vector<Heavy> heavy;
  const Ball K = measure_of(*factor.mechanism).transform(c, p), line = exact(c, p);
  for (const LossAtom& atom : heavy_losses(*factor.mechanism, kDepth, kMostAtoms)) {
    const Ball loss = atom.loss(fine);
    const Ball mass = (atom.mass(p) * exp(line * loss.at(p)) / K).lower();
    if (certainly_positive(mass)) heavy.push_back({mass, loss});
    poll();
  }
  std::sort(heavy.begin(), heavy.end(),
            [](const Heavy& a, const Heavy& b) { return midpoint_less(b.mass, a.mass); });
  if (heavy.size() > kHeaviest) heavy.resize(kHeaviest, heavy.front());
  struct Pair {
    Ball weight, spacing;
  };
  std::vector<Pair> pairs;
  for (size_t a = 0; a < heavy.size(); ++a) {
    for (size_t b = a + 1; b < heavy.size(); ++b) {
      const Ball spacing = abs(heavy[a].loss - heavy[b].loss);
      if (!certainly_positive(spacing)) continue;
      pairs.push_back({heavy[a].mass * heavy[b].mass * Ball(factor.count, p), spacing});
    }
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& x, const Pair& y) { return midpoint_less(y.weight, x.weight); });
  if (pairs.size() > kPairs) pairs.resize(kPairs, pairs.front());
  const Ball unit = Ball::integer(kUnit, p) / log(Ball::integer(2, p)), turn = Ball::pi(p) * 2;
  for (const Pair& pair : pairs) {
    add_comb(step, pair.spacing, last, [&](double share) {
      const Ball far = Ball::integer(1, p) - cos(turn * exact(share, p));
      const Ball decay = bound_number<"RETURNS-PAIRS">(exp(-(pair.weight * far)));
      if (decay.is_exactly_zero()) return kMostCost;
      const auto whole = certain_floor((-log(decay) * unit).lower());
      return whole ? static_cast<long>(std::clamp(whole->approximate(), 0.0, 1.0 * kMostCost)) : 0L;
    });
  }
}

Ball Sieve::share(long need, Bits p) {
  const Ball bits = Ball::integer(need, p) / kUnit;
  return bound_number<"RETURNS-SIEVE">(exp(-(log(Ball::integer(2, p)) * bits)));
}

}  // namespace plumbline::fourier
