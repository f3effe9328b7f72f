#include "reference/engines/sieve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline::fourier {
namespace {

constexpr long kMostVisits = 150000000;  // about two seconds
constexpr int kSteps = 96;               // of the distances at which a factor's decay is known

struct TooLong {};

/// floor(x 2^64) for 0 <= x < 1; nothing where it is not certain.
std::optional<std::uint64_t> sixty_four_bits(const Ball& x, Bits p) {
  const Ball half = Ball(Rational(1L << 32), p);
  const auto high = certain_floor(x * half);
  if (!high) return std::nullopt;
  const auto low = certain_floor((x * half - Ball(*high, p)) * half);
  if (!low) return std::nullopt;
  const double a = high->approximate(), b = low->approximate();  // whole numbers below 2^32
  if (!(a >= 0 && a < 0x1p32 && b >= 0 && b < 0x1p32)) return std::nullopt;
  return (static_cast<std::uint64_t>(a) << 32U) | static_cast<std::uint64_t>(b);
}

/// The decay of a factor at a share of its period from the beginning, in units of 2^-10 bits,
/// rounded down.
long cost_at(const Factor& factor, double c, double share, const Rational& spacing, Bits p) {
  constexpr double kMost = 1e12;
  const double half = (Ball::pi(p) / Ball(spacing, p)).approximate();
  const auto decay =
      measure_of(*factor.mechanism).decay_in_period(c, 2 * share * half * (1 - 1e-12), p);
  if (!decay || !certainly_positive(*decay)) return 0;
  const Ball bits = -(log(*decay) * Ball(factor.count, p) / log(Ball::integer(2, p)));
  const auto whole = certain_floor((bits * kUnit).lower());
  return whole ? static_cast<long>(std::clamp(whole->approximate(), 0.0, kMost)) : 0;
}

}  // namespace

struct Sieve::Walk {
  long need, most;
  const Poll& poll;
  std::vector<Run> runs;
  long nodes = 0;
};

// BOUND(RETURNS-SIEVE)
// Statement.  Let h_i be the factors' spacings and 0 <= k <= last < 2^44. With Q_i the integer part
//             of 2^64 D h_i/(2 pi), x = k Q_i modulo 2^64 and d = min(x, 2^64 - x), the point kD is
//             at least (d - last)/2^64 periods 2 pi/h_i away from the beginning of one. So where
//             d >= 2^64 r_j + last for the shares r_j, j running over a table,
//
//                 |K(c+ikD)|/K(c) <= prod_i B_i(2 pi r_j/h_i)^{N_i} <= 2^{-n/1024},
//
//             B_i(T) the largest |K_i(c+iy)|/K_i(c) over T <= |y| <= pi/h_i and n the sum over i of
//             integers n_ij of 2^{-n_ij/1024} >= B_i^{N_i}; also if some factors are left out.
// Needs.      (a) B_i at r_j or a little below it: decay_in_period, in balls. (b) Factors have a
//             lattice: the caller.
// Proof.      2^64 D h_i/(2 pi) is Q_i plus a number in [0, 1), which after k steps has moved the
//             place by less than `last` units of 2^-64 periods. |K_i(c+iy)| has the period 2 pi/h_i
//             and is even, and B_i does not increase. |K_i(c+iy)| <= K_i(c) for what is left out.
//             A node outside a window, of which d is larger than the window's half width, is so for
//             the one factor; inside all of them the sum is taken.
// Source.     Elementary; sieves of this kind: Su, Su and Wang 2026.
Sieve::Sieve(const Composition& composition, double c, const Ball& D, long last, Bits p,
             const Poll& poll) {
  if (!certainly_positive(D) || last < 0 || last >= (1L << 44)) {
    throw std::logic_error("a sieve needs a step > 0 and fewer than 2^44 nodes");
  }
  const Ball step = D.at(Bits{256});
  for (const Factor& f : composition.factors()) {
    const auto lattice = f.mechanism->lattice();
    if (!lattice || lattice->spacing.sign() <= 0) continue;
    const Ball share = step * Ball(lattice->spacing, Bits{256}) / (Ball::pi(Bits{256}) * 2);
    // Of a period that is passed in four steps nothing is gained.
    if (!certainly_less(share, Ball(Rational(1, 4UL), Bits{64}))) continue;
    const auto turn = sixty_four_bits(share, Bits{256});
    if (!turn || *turn == 0) continue;
    Comb comb{*turn, {0}, {0}};
    for (int j = 1; j <= kSteps; ++j) {
      const double root = static_cast<double>(j) / kSteps, r = root * root / 2;
      const long own = cost_at(f, c, r, lattice->spacing, p);
      // The share a little above r, in whole units.
      const double units = std::ceil(r * 0x1p64 * (1 + 1e-15));
      if (!(units < 0x1p63)) break;
      comb.from.push_back(static_cast<std::uint64_t>(units) + static_cast<std::uint64_t>(last));
      comb.cost.push_back(std::max(own, comb.cost.back()));
      poll();
    }
    combs_.push_back(std::move(comb));
  }
}

Ball Sieve::share(long need, Bits p) {
  const Ball bits = Ball::integer(need, p) / kUnit;
  return bound_number<"RETURNS-SIEVE">(exp(-(log(Ball::integer(2, p)) * bits)));
}

long Sieve::Comb::at_least(std::uint64_t distance) const {
  const auto above = std::upper_bound(from.begin(), from.end(), distance);
  return cost[static_cast<size_t>(above - from.begin()) - 1];
}

bool Sieve::keep(long first, long last, long need, long most, const Poll& poll,
                 std::vector<Run>* kept) {
  used_.clear();
  for (Comb& comb : combs_) {
    const auto enough = std::lower_bound(comb.cost.begin(), comb.cost.end(), need);
    if (enough == comb.cost.end()) continue;
    comb.width = comb.from[static_cast<size_t>(enough - comb.cost.begin())];
    if (comb.width < (std::uint64_t{1} << 62U)) used_.push_back(&comb);
  }
  // First the one of the fewest returns, then the narrowest.
  std::sort(used_.begin(), used_.end(),
            [](const Comb* a, const Comb* b) { return a->width < b->width; });
  const auto rarest = std::min_element(
      used_.begin(), used_.end(), [](const Comb* a, const Comb* b) { return a->turn < b->turn; });
  if (rarest != used_.end()) std::rotate(used_.begin(), rarest, rarest + 1);
  Walk walk{need, most, poll, {}, 0};
  try {
    descend(0, first, last, &walk);
  } catch (const TooLong&) {
    return false;
  }
  kept->insert(kept->end(), walk.runs.begin(), walk.runs.end());
  return true;
}

/// The nodes of first .. last inside the windows of the factors from `level` on.
void Sieve::descend(size_t level, long first, long last, Walk* walk) {
  if (level == used_.size()) return finish(first, last, walk);
  const Comb& comb = *used_[level];
  const std::uint64_t turn = comb.turn, twice = 2 * comb.width;
  for (long k = first; k <= last;) {
    if (++visited_ % 65536 == 0) walk->poll();
    if (visited_ > kMostVisits) throw TooLong();
    // All modulo 2^64; the window is 0 .. 2 width.
    const std::uint64_t place = static_cast<std::uint64_t>(k) * turn + comb.width;
    if (place <= twice) {
      const auto more =
          static_cast<long>(std::min((twice - place) / turn, static_cast<std::uint64_t>(last - k)));
      descend(level + 1, k, k + more, walk);
      k += more + 1;
    } else {
      // The first place beyond a full turn.
      const std::uint64_t steps = ~place / turn + 1;
      if (steps > static_cast<std::uint64_t>(last - k)) return;
      k += static_cast<long>(steps);
    }
  }
}

/// Those of the nodes at which the factors together have not decayed enough.
void Sieve::finish(long first, long last, Walk* walk) const {
  for (long k = first; k <= last; ++k) {
    long sum = 0;
    for (const Comb& comb : combs_) {
      const std::uint64_t place = static_cast<std::uint64_t>(k) * comb.turn;
      sum += comb.at_least(std::min(place, ~place + 1));
      if (sum >= walk->need) break;
    }
    if (sum >= walk->need) continue;
    if (++walk->nodes > walk->most) throw TooLong();
    if (!walk->runs.empty() && walk->runs.back().last + 1 == k) {
      walk->runs.back().last = k;
    } else {
      walk->runs.push_back({k, k});
    }
  }
}

}  // namespace plumbline::fourier
