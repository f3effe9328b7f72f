#include "reference/engines/returns/cell_sizes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/engines/returns/kept_atoms.hpp"
#include "reference/engines/returns/single_waves.hpp"

namespace plumbline::returns {
namespace {

constexpr size_t kMostAtoms = 512, kLanes = 4;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Stores the real and imaginary parts of e^{2 pi i turns[a] times/2^64} in re[a] and im[a], for all a. turns.size()
/// must be a multiple of four.
void waves(const std::vector<std::uint64_t>& turns, std::uint64_t times, float* re, float* im) {
  for (size_t i = 0; i < turns.size(); i += kLanes) {
    FourWhole phases;
    for (size_t l = 0; l < kLanes; ++l) {
      phases[l] = static_cast<std::int32_t>((turns[i + l] * times) >> 32U);
    }
    const FourWaves four = four_waves(phases);
    std::memcpy(re + i, &four.re, sizeof four.re);
    std::memcpy(im + i, &four.im, sizeof four.im);
  }
}

/// Returns approximately the largest double in [0, 1] whose power with exponent `count`, rounded upwards, is at most
/// `share`; -1 if 40 bisections find none.
double largest_below(double share, unsigned long count) {
  double low = -1, high = 1;
  if (times_power(1, high, count) <= share) return high;
  for (int i = 0; i < 40; ++i) {
    const double middle = (std::max(low, 0.0) + high) / 2;
    (times_power(1, middle, count) <= share ? low : high) = middle;
  }
  return low;
}

/// Returns sum w_a d_a of RETURNS-CELLS. The atom b of that bound is the heaviest one.
double spread_of(const std::vector<std::uint64_t>& turns, const std::vector<float>& weights) {
  const size_t heaviest =
      static_cast<size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  double sum = 0;
  for (size_t a = 0; a < turns.size(); ++a) {
    const std::uint64_t ahead = turns[a] - turns[heaviest];
    const double apart = static_cast<double>(std::min(ahead, ~ahead + 1)) * 0x1p-64;
    sum += static_cast<double>(weights[a]) * apart;
  }
  return sum * 6.2831854;
}

}  // namespace

// BOUND(RETURNS-CELLS)
// Statement.  Let z^ be the computed value of z = sum_a w_a e^{ik D l_a} at a node k < 2^38 over at most 512 atoms, o
//             the share of all other losses, and d_a the distance of D l_a from D l_b, modulo 2 pi, for one atom b.
//             At every node k' the modulus of the transform of a step is at most
//
//                 |z^| + 2^-12 + o + |k' - k| (sum_a w_a d_a + 2^-16)
//
//             times its value at c. spread_of() returns the sum of w_a d_a.
// Needs.      w_a >= 0, with a sum of at most 1 + 2^-50: MachineLaw. Single and double precision numbers are rounded
//             to nearest: rounds_to_nearest().
// Proof.      The atoms' sum at k' has the modulus of sum w_a e^{ik' (D l_a - D l_b)}. It differs from the same sum
//             at k by at most sum w_a |e^{i (k'-k) d_a} - 1| <= |k' - k| sum w_a d_a. The other losses add o at k'.
//             In spread_of() turns are truncated to 2^-64, weights have relative errors of u = 2^-24, 6.2831854 is
//             above 2 pi, and a sum of 512 doubles has an error of at most 2^-43. Because d_a <= pi, this is less
//             than 2^-21 in total.
//
//             k is the sum of a first middle and j times a length. Each wave, of an atom at the first middle and of
//             the table, has an error of at most 2^-15 + 2^-17 in each part, with phases truncated as in
//             RETURNS-SIZES, hence an error of e < 5.5 10^-5. Their product has an error of at most 2e + e^2. With
//             the weight (relative error u, and u for each product) the error is at most 2e + e^2 + 8u < 1.11 10^-4
//             of w_a. The sums of at most 1024 products in each part have errors of at most 1026u (1 + 3e) times sum
//             w_a, and 1.42 times that in modulus: less than 8.8 10^-5. Together this is less than 2^-12. The root
//             and all products in doubles have relative errors of 2^-53, for which kUpwards compensates.
// Slack.      The proof adds errors as if all had the same sign.
// Source.     Elementary.
CellSizes::CellSizes(const MachineLaw& law) : usable_(rounds_to_nearest()) {
  const Bits p{64};
  for (const MachineLaw::Step& from : law.steps) {
    KeptAtoms kept = kept_atoms(from);
    while (kept.turns.size() % kLanes != 0) {
      kept.turns.push_back(0);
      kept.weights.push_back(0);
    }
    Step step{from.count, std::move(kept.turns), std::move(kept.weights), 0, 0, {}, {}};
    usable_ = usable_ && step.turns.size() <= kMostAtoms;
    const auto upwards = [](const Ball& x) {
      return bound<"RETURNS-CELLS">(UpperBound::of(x)).ball(Bits{40}).approximate() * kUpwards;
    };
    step.error = upwards(exact(0x1p-12, p) + kept.left);
    step.spread = upwards(exact(spread_of(step.turns, step.weights), p) + exact(0x1p-16, p));
    steps_.push_back(std::move(step));
  }
}

void CellSizes::set_length(long length) {
  if (length == length_) return;
  std::array<float, kMostAtoms> re{}, im{};
  for (Step& step : steps_) {
    const size_t atoms = step.turns.size();
    step.re.resize(atoms * kCells);
    step.im.resize(atoms * kCells);
    for (size_t j = 0; j < kCells; ++j) {
      waves(step.turns, static_cast<std::uint64_t>(length) * j, re.data(), im.data());
      for (size_t i = 0; i < atoms; ++i) {
        step.re[i * kCells + j] = re[i];
        step.im[i * kCells + j] = im[i];
      }
    }
  }
  length_ = length;
}

/// Computes the weighted sums of e^{2 pi i phase} over the step's atoms, at the middles of all cells.
void CellSizes::add_up(const Step& step, long middle, Sums* out) const {
  constexpr size_t kBlock = 2 * kLanes;
  std::array<float, kMostAtoms> a, b;
  const size_t atoms = step.turns.size();
  waves(step.turns, static_cast<std::uint64_t>(middle), a.data(), b.data());
  for (size_t i = 0; i < atoms; ++i) {
    a[i] *= step.weights[i];
    b[i] *= step.weights[i];
  }
  for (size_t j = 0; j < kCells; j += kBlock) {
    Four re[2] = {}, im[2] = {};
    for (size_t i = 0; i < atoms; ++i) {
      for (size_t h = 0; h < 2; ++h) {
        Four x, y;
        std::memcpy(&x, &step.re[i * kCells + j + h * kLanes], sizeof x);
        std::memcpy(&y, &step.im[i * kCells + j + h * kLanes], sizeof y);
        re[h] += a[i] * x - b[i] * y;
        im[h] += a[i] * y + b[i] * x;
      }
    }
    std::memcpy(&out->re[j], &re, sizeof re);
    std::memcpy(&out->im[j], &im, sizeof im);
  }
}

double CellSizes::size_of(const Step& step, const Sums& sums, size_t cell) const {
  const double error = (step.error + static_cast<double>(length_ / 2) * step.spread * kUpwards);
  const auto x = static_cast<double>(sums.re[cell]), y = static_cast<double>(sums.im[cell]);
  return (std::sqrt(x * x + y * y) * kUpwards + error * kUpwards) * kUpwards;
}

bool CellSizes::in_reach(long first, long length) const {
  return usable_ && first <= MachineLaw::kMostNode - static_cast<long>(kCells) * length;
}

void CellSizes::sizes(long first, long length, std::vector<double>* out) {
  out->assign(kCells, in_reach(first, length) ? 1 : kInfinite);
  if (!in_reach(first, length)) return;
  set_length(length);
  Sums sums;
  for (const Step& step : steps_) {
    add_up(step, first + length / 2, &sums);
    for (size_t j = 0; j < kCells; ++j) {
      (*out)[j] = times_power((*out)[j], size_of(step, sums, j), step.count);
    }
  }
}

/// A cell is omitted if the product of the bounds of all kinds of steps is at most `share`. It is also omitted if the
/// bound of one kind alone is at most `share`, because the factors of the other kinds are at most 1.
void CellSizes::open(long first, long cells, double share, std::vector<long>* out) {
  std::array<double, kCells> all;
  std::array<bool, kCells> closed;
  Sums sums;
  std::vector<double> largest;
  for (const Step& step : steps_) largest.push_back(largest_below(share, step.count));
  for (long done = 0; done < cells; done += static_cast<long>(kCells)) {
    const long at = first + done * length_;
    all.fill(in_reach(at, length_) ? 1 : kInfinite);
    closed.fill(false);
    for (size_t f = 0; f < steps_.size() && in_reach(at, length_); ++f) {
      add_up(steps_[f], at + length_ / 2, &sums);
      for (size_t j = 0; j < kCells; ++j) {
        const double size = size_of(steps_[f], sums, j);
        closed[j] = closed[j] || size <= largest[f];
        if (!closed[j]) all[j] = times_power(all[j], size, steps_[f].count);
      }
    }
    const auto here = static_cast<size_t>(std::min(cells - done, static_cast<long>(kCells)));
    for (size_t j = 0; j < here; ++j) {
      if (!closed[j] && !(all[j] <= share)) out->push_back(at + static_cast<long>(j) * length_);
    }
  }
}

/// Returns the cost of a cell. The unit is one visit of the search, approximately 14 ns.
double CellSizes::cell_cost() const {
  constexpr double kOfAtom = 0.03;
  double sum = 1;
  for (const Step& step : steps_) sum += kOfAtom * static_cast<double>(step.turns.size());
  return sum;
}

/// Chooses the length of a cell with the smallest cost per node. This cost is that of the cells, plus that of the nodes
/// in open cells (cells that may contain large values). The fraction of open cells is sampled at some positions.
CellSizes::Choice CellSizes::choose(long first, long last, double share) {
  constexpr long kPlaces = 8, kLongest = 9;
  constexpr double kNode = 10;
  if (!usable_ || last >= MachineLaw::kMostNode / 2) return {};
  Choice best{0, cell_cost(), kNode};
  std::vector<double> found;
  for (long length = 1; length <= kLongest; length += 2) {
    long open = 0;
    for (long place = 0; place < kPlaces; ++place) {
      sizes(first + (last - first) / kPlaces * place, length, &found);
      open += std::count_if(found.begin(), found.end(), [&](double s) { return !(s <= share); });
    }
    const double part = static_cast<double>(open) / static_cast<double>(kPlaces * kCells);
    const double node = best.cell / static_cast<double>(length) + part * kNode;
    if (node < best.node) best = {length, best.cell, node};
  }
  if (best.length > 0) set_length(best.length);
  return best;
}

}  // namespace plumbline::returns
