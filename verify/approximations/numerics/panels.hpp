/// Gauss-Legendre quadrature on equal panels, for several integrals at once.
#pragma once

#include <cstddef>
#include <vector>

namespace plumbline::approximations {

/// The positive nodes of the 30-point rule on [-1, 1], and their weights.
template <class Real>
struct GaussRule {
  std::vector<Real> abscissa, weights;
};
template <class Real>
const GaussRule<Real>& gauss_rule();

/// visit(x, weight) at the nodes of 30-point rules on panels of [a, b] no wider than `widest`.
/// Half a panel away from the nearest singularity's distance / pi, the error is near 6^-60.
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
