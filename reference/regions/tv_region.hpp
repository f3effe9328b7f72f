/// Quantities of the privacy region of composed steps (Ghazi and Issa 2024, Theorem 2).
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/composed_tv.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Results of one pass over the region.
struct RegionAnswers {
  std::vector<Certified> deltas;    ///< 1 - (1-delta)^k (1-delta_j) at the requested j
  Certified total_variation;        ///< the total variation, which is the value at j = 0
  std::vector<Certified> tradeoff;  ///< the composed trade-off function at the requested alphas
};
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort);

/// Returns, for each epsilon >= 0, the smallest delta for which the composition is (epsilon, delta)-DP. The epsilons
/// may lie between the kinks.
std::vector<Certified> region_deltas(const ComposedTv& composed, const std::vector<Real>& epsilons,
                                     const Effort& effort);

/// Returns the smallest epsilon >= 0 for which the composition is (epsilon, D)-DP; infinite if D is below the mass of
/// infinite loss. Throws std::invalid_argument unless 0 <= D <= 1.
Extended region_epsilon(const ComposedTv& composed, const Rational& D, const Effort& effort);
/// Returns the infinite epsilon, for the case that no region implies (epsilon, D)-DP for any epsilon.
Extended no_region_epsilon(const Rational& D);

/// Returns twice the area between the trade-off function and the line 1 - alpha (0 for perfect privacy, 1 for none).
Certified region_area(const ComposedTv& composed, const Effort& effort);

/// Returns an estimate of area/other; nothing if an area was not computed to the requested digits, or `other` may be 0.
std::optional<double> area_ratio(const Certified& area, const Certified& other);

/// Returns 1 - prod (1 - eta_i)^{k_i}, the largest total variation of a composition whose steps have the total
/// variations eta_i.
Certified region_worst_total_variation(const ComposedTv& composed, int digits);
/// Returns the same number from its closed form, with the precision that `digits` needs.
Certified closed_worst_total_variation(const ComposedTv& composed, int digits);

/// The point at which a supporting line of the trade-off function intersects an axis.
struct LineEnd {
  Certified type_one, type_two;
};
/// Returns the end points on the axes of the line of Theorem 2 at the j-th kink and, if j > 0, of its mirror image: two
/// end points for each line.
std::vector<LineEnd> region_line(const ComposedTv& composed, long j, const Effort& effort);

/// Returns the trade-off function max(0, 1 - delta - e^eps a, e^-eps (1 - delta - a)) of one (epsilon, delta)-DP step
/// at the alphas (Kairouz, Oh, Viswanath 2015). Throws std::invalid_argument unless epsilon >= 0 and 0 <= delta <= 1;
/// alphas are in [0, 1].
std::vector<Certified> approximate_dp_curve(const Rational& epsilon, const Rational& delta,
                                            const std::vector<Rational>& alphas,
                                            const Effort& effort);

}  // namespace plumbline
