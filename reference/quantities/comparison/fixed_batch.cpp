#include "reference/quantities/comparison/fixed_batch.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"

namespace plumbline {
namespace {

SubsampledGaussian one_sided(const BatchRuns& r) {
  const Rational zero(0);
  const bool right =
      zero < r.sigma && zero < r.batch && r.batch < r.n && zero < r.sensitivity && zero < r.runs;
  if (!right) throw std::invalid_argument("batches need 0 < batch < n and positive numbers");
  return {r.sigma, r.batch / r.n, r.sensitivity};
}

// BOUND(FIXED-BATCH-MOMENT)
// Statement.  Let K be the transform of the pair (P, (1-q) P + q Q), and K* that of the pair of FIXED-BATCH. Then
//             K*(c) - 1 <= (K(c) - 1) + (K(1-c) - 1) for c > 1.
// Needs.      c > 1: fixed_batch_ceiling.
// Proof.      For X = e^L with E_P[X] = 1, Taylor's formula at 1 gives
//
//                 K(c) - 1 = c (c-1) int e^{(c-1) g} h(g) dg,
//
//             where h(g) = delta(g) for g >= 0 and h(g) = delta(g) - 1 + e^g for g < 0; h is not negative. For g >=
//             0, the h of the pair of FIXED-BATCH is that of (P, (1-q) P + q Q). For g < 0, it is that of the
//             reversed pair, whose transform is K(1-c). The sum K(c) - 1 + K(1-c) - 1 contains these two halves, and
//             its other halves are not negative.
// Source.     Elementary.
Ball moment_of(const SubsampledGaussian& one, double c, Bits p) {
  const Ball both = one.transform(c, p) + one.transform(1 - c, p) - 2;
  return bound_number<"FIXED-BATCH-MOMENT">(both);
}

}  // namespace

Ball fixed_batch_moment(const BatchRuns& runs, double c, Bits p) {
  return moment_of(one_sided(runs), c, p);
}

std::optional<ChernoffBound> fixed_batch_ceiling(const BatchRuns& runs, const Rational& epsilon,
                                                 double log_wanted, bool moved) {
  const SubsampledGaussian one = one_sided(runs);
  const double N = runs.runs.approximate();
  const auto roughly = [&](double c) {
    return N * std::log1p(std::expm1(one.log_transform(c)) + std::expm1(one.log_transform(1 - c)));
  };
  return chernoff_by_moments(
      [&](const Ball& c) {
        // c is a double, so the conversion is exact; so is 1 - c for c < 2^53.
        const double order = c.approximate();
        return log1p(moment_of(one, order, c.precision())) * Ball(runs.runs, c.precision());
      },
      roughly, epsilon, log_wanted, moved);
}

}  // namespace plumbline
