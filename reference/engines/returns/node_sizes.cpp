#include "reference/engines/returns/node_sizes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/engines/returns/kept_atoms.hpp"
#include "reference/engines/returns/single_waves.hpp"

namespace plumbline::returns {
namespace {

constexpr size_t kLanes = 4, kMostAtoms = 512;

}  // namespace

NodeSizes::NodeSizes(const MachineLaw& law) : usable_(rounds_to_nearest()) {
  for (const MachineLaw::Step& from : law.steps) {
    KeptAtoms kept = kept_atoms(from);
    Step step{from.count, std::move(kept.turns), std::move(kept.weights), 0};
    while (step.turns.size() % kLanes != 0) {
      step.turns.push_back(0);
      step.weights.push_back(0);
    }
    usable_ = usable_ && step.turns.size() <= kMostAtoms;
    const Ball error = exact(0x1p-12, Bits{64}) + kept.left;
    step.error =
        bound<"RETURNS-SIZES">(UpperBound::of(error)).ball(Bits{40}).approximate() * kUpwards;
    steps_.push_back(std::move(step));
  }
}

// BOUND(RETURNS-SIZES)
// Statement.  With z^ what is computed of z = sum_a w_a e^{ik D l_a} over at most 512 atoms, and o the share of
//             all other losses, the transform of a step at the node k < 2^38 is at most |z^| + 2^-12 + o of its value at
//             c, and at() at least the product of these to the powers N.
// Needs.      w_a >= 0, of sum at most 1 + 2^-50: MachineLaw. Single and double numbers that round to
//             nearest: rounds_to_nearest().
// Proof.      Let u = 2^-24. A phase is cut to k times 2^-64 turns and then to 2^-32: less than
//             2^-26 + 2^-32 turns off, and x, twice its share of a turn, |x| <= 1, less than u, and as a single
//             number u more: pi x is within 7u. The series of cos(pi x) and sin(pi x) end
//             after x^14 and x^15; their terms fall from there on, so that what is left is at most
//             pi^16/16! < 2^-17. The coefficients of either, u of themselves off, sum to less than 12 in
//             size; by Horner's rule with 14 operations the sum is within 12 (2 14 + 1) u (1 + 2^-18) < 350u, with
//             the product by x (sine) 352u, and within 20u for x^2, u of itself off. So a wave is within
//             380u + 2^-17 < 2^-15 + 2^-17 in either part, its
//             product with a weight (u off, one more for the product) within that and 3u of the weight,
//             and the sum of 128 fours and of the four within 131u of sum w_a (1 + 2^-14): together in either
//             part less than 2^-15 + 2^-17 + 2^-16 < 2^-14 (2^-16 > 136u), 2^-13.5 for both.
//             sum w_a exceeds 1 by nothing that is seen in 2^-12. The root in doubles and each product lose
//             2^-53 of themselves, made up for by kUpwards; products below 10^-280 stand as that.
// Slack.      Errors count as if all had one sign.
// Source.     Higham, Accuracy and Stability of Numerical Algorithms, 5.1 (Horner); otherwise elementary.
double NodeSizes::at(long k) const {
  if (!usable_ || k >= MachineLaw::kMostNode) return std::numeric_limits<double>::infinity();
  const auto node = static_cast<std::uint64_t>(k);
  double all = 1;
  std::array<std::int32_t, kMostAtoms> phases;
  for (const Step& step : steps_) {
    const size_t count = step.turns.size();
    for (size_t a = 0; a < count; ++a) {
      phases[a] = static_cast<std::int32_t>((node * step.turns[a]) >> 32U);
    }
    Four re = {0, 0, 0, 0}, im = {0, 0, 0, 0};
    for (size_t a = 0; a < count; a += kLanes) {
      FourWhole whole;
      Four weight;
      std::memcpy(&whole, &phases[a], sizeof whole);
      std::memcpy(&weight, &step.weights[a], sizeof weight);
      const FourWaves wave = four_waves(whole);
      re += weight * wave.re;
      im += weight * wave.im;
    }
    const double a = static_cast<double>((re[0] + re[1]) + (re[2] + re[3]));
    const double b = static_cast<double>((im[0] + im[1]) + (im[2] + im[3]));
    const double size = (std::sqrt(a * a + b * b) * kUpwards + step.error) * kUpwards;
    all = times_power(all, size, step.count);
  }
  return std::min(all, 1.0);
}

}  // namespace plumbline::returns
