/// Questions about the region of composed steps (Ghazi and Issa 2024, Theorem 2).
#pragma once

#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/regions/composed_tv.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// Answers from one walk over the region.
struct RegionAnswers {
  std::vector<Certified> deltas;    ///< 1 - (1-delta)^k (1-delta_j) at the j asked
  Certified total_variation;        ///< the same at j = 0
  std::vector<Certified> tradeoff;  ///< the composed trade-off function at the alphas asked
};
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort);

/// delta of the composed (epsilon, delta)-DP at any epsilons, between the kinks as well.
std::vector<Certified> region_deltas(const ComposedTv& composed, const std::vector<Real>& epsilons,
                                     const Effort& effort);

/// The smallest epsilon >= 0 of which the composition is (epsilon, D)-DP; infinite where D is below
/// the mass of infinite loss. Throws std::invalid_argument unless 0 <= D <= 1.
Extended region_epsilon(const ComposedTv& composed, const Rational& D, const Effort& effort);
/// Returns infinity, the epsilon where no region exists.
Extended no_region_epsilon(const Rational& D);

/// Twice the area between the trade-off function and the line 1 - alpha (0 perfectly private, 1
/// not at all).
Certified region_area(const ComposedTv& composed, const Effort& effort);

/// How much of the one area the other is; nothing where that is not known to the requested digits, or
/// the other may be 0. An estimate: it bounds nothing.
std::optional<double> area_ratio(const Certified& area, const Certified& other);

/// 1 - prod (1 - eta_i)^{k_i}: what the total variations alone would give.
Certified region_worst_total_variation(const ComposedTv& composed, int digits);
/// Returns the total variation by its closed form alone, at as many bits as the digits take.
Certified closed_worst_total_variation(const ComposedTv& composed, int digits);

/// Where a line below the trade-off function meets an axis.
struct LineEnd {
  Certified type_one, type_two;
};
/// The line of Theorem 2 at the j-th kink from axis to axis and, if j > 0, its mirror image: two
/// ends each.
std::vector<LineEnd> region_line(const ComposedTv& composed, long j, const Effort& effort);

/// The trade-off function max(0, 1 - delta - e^eps a, e^-eps (1 - delta - a)) of one (epsilon,
/// delta)-DP step (Kairouz, Oh, Viswanath 2015). Throws std::invalid_argument unless epsilon >= 0
/// and 0 <= delta <= 1; alphas are in [0, 1].
std::vector<Certified> approximate_dp_curve(const Rational& epsilon, const Rational& delta,
                                            const std::vector<Rational>& alphas,
                                            const Effort& effort);

}  // namespace plumbline
