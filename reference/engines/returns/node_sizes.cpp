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
// Statement.  Let z^ be the computed value of z = sum_a w_a e^{ik D l_a} over at most 512 atoms, and o the share of
//             all other losses. At a node k < 2^38 the modulus of the transform of a step is at most |z^| + 2^-12 + o
//             times its value at c, and at() is at least the product of these factors to the powers N.
// Needs.      w_a >= 0, with a sum of at most 1 + 2^-50: MachineLaw. Single and double precision numbers are rounded
//             to nearest: rounds_to_nearest().
// Proof.      Let u = 2^-24. A phase is truncated to k times 2^-64 turns and then to 2^-32 turns, an error of less
//             than 2^-26 + 2^-32 turns. Let x, |x| <= 1, be twice its fraction of a turn; its error is less than u,
//             and rounding to single precision adds u, so pi x has an error of at most 7u. The series of cos(pi x)
//             and sin(pi x) end after x^14 and x^15. Their later terms decrease, so the remainder is at most
//             pi^16/16! < 2^-17. The coefficients of each series have relative errors of at most u, and their moduli
//             sum to less than 12. By Horner's rule with 14 operations the error of the sum is at most 12 (2 14 + 1)
//             u (1 + 2^-18) < 350u. The product by x (for the sine) makes it 352u, and x^2, with relative error u,
//             adds 20u. So a wave has an error of at most 380u + 2^-17 < 2^-15 + 2^-17 in each part. Its product with
//             a weight (relative error u, and u for the product) adds 3u of the weight. The sums of 128 fours and of
//             the four add 131u of sum w_a (1 + 2^-14). Together the error in each part is less than 2^-15 + 2^-17 +
//             2^-16 < 2^-14 (2^-16 > 136u), and 2^-13.5 in modulus. The amount by which sum w_a exceeds 1 is
//             negligible against 2^-12. The square root in doubles and each product have a relative error of 2^-53,
//             for which kUpwards compensates; products below 10^-280 are replaced by 10^-280.
// Slack.      The proof adds errors as if all had the same sign.
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
