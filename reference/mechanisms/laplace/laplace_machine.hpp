/// Quadratures of the subsampled Laplace pair in machine numbers: the two atoms, and a Gauss rule of the losses
/// between them.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/gaussian/machine_law.hpp"
#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

namespace plumbline::laplace {

/// Returns the law of the loss in the form with which line integrals are computed in machine numbers; `identity` names
/// the pair. A grid of this law stands for the Gauss rule with grid.size() points.
mixture::MachineLawPtr machine_law(const LaplaceLaw& law, const std::string& identity);

/// Returns the nodes of the rule with this number of points, all on the real line.
std::vector<mixture::RuleNode> rule_nodes(const LaplaceLaw& law, size_t points, Bits p);
/// Returns the error of the rule that rule_nodes() returns: BOUND(LAPLACE-PATH).
mixture::RuleErrorsPtr rule_errors(const LaplaceLaw& law, size_t points);

namespace heuristic {
/// Implementations of MachineLaw::sketcher() and MachineLaw::grid().
mixture::heuristic::Sketcher sketcher_of(const LaplaceLaw& law);
mixture::Grid machine_grid(const LaplaceLaw& law, double low, double high, double log_count,
                           double depth, double height);

/// A Bernstein ellipse for the error bound of a Gauss rule: the logarithm of a bound of the integrand in the ellipse,
/// and the parameter rho of the ellipse.
struct RoughEllipse {
  double log_M, rho;
};
/// Returns the ellipse with the smallest error of a rule with this number of points, at c and up to the height Y.
RoughEllipse best_ellipse(const LaplaceLaw& law, double c, double Y, size_t points);
/// The x of SUBSAMPLED-LAPLACE-FAR with approximately the smallest bound of |K(c+iy)|, y >= Y, and this bound.
struct RoughFar {
  double x, bound;
};
RoughFar best_far(const LaplaceLaw& law, double c, double Y);
}  // namespace heuristic

}  // namespace plumbline::laplace
