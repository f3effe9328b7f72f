/// Gauss-Legendre quadrature on equal panels, for several integrals at once.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/approximations/numerics/adjustable_real.hpp"

namespace plumbline::approximations {

/// The positive nodes on [-1, 1] of a rule with an even number of points, and their weights.
template <class Real>
struct GaussRule {
  std::vector<Real> abscissa, weights;
};
/// Returns the rule of 30 points for the types of fixed precision, which have at most 50 digits.
template <class Real>
const GaussRule<Real>& gauss_rule();
/// Returns the rule for the working precision.
template <>
const GaussRule<AdjustableReal>& gauss_rule();

/// Divides [a, b] into panels that are not wider than `widest`, and calls visit(x, weight) at the nodes of the rule on
/// each panel. If half the width of a panel is the distance of the nearest singularity divided by pi, the error of a
/// rule with n points is approximately 6^-2n.
template <class Real, class Visit>
void gauss_panels(const Real& a, const Real& b, const Real& widest, const Visit& visit) {
  const GaussRule<Real>& rule = gauss_rule<Real>();
  if (!(a < b)) return;
  const int panels = 1 + static_cast<int>((b - a) / widest);
  const Real half = (b - a) / (2 * panels);
  for (int k = 0; k < panels; ++k) {
    const Real middle = a + (2 * k + 1) * half;
    for (std::size_t j = 0; j < rule.abscissa.size(); ++j) {  // the positive half of the nodes
      const Real reach = half * rule.abscissa[j], weight = half * rule.weights[j];
      visit(Real(middle - reach), weight);
      visit(Real(middle + reach), weight);
    }
  }
}

}  // namespace plumbline::approximations
