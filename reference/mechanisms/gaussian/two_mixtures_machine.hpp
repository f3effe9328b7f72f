/// The rules of two_mixtures.hpp in machine numbers, for Poisson subsampling of data sets in which one record is
/// replaced, for groups, and for mixtures of Gaussian distributions.
#pragma once

#include <string>
#include <vector>

#include "reference/mechanisms/gaussian/machine_law.hpp"
#include "reference/mechanisms/gaussian/two_mixtures.hpp"

namespace plumbline::two_mixtures {

/// Returns the law for sums along a line in machine numbers; `identity` is that of the pair.
mixture::MachineLawPtr machine_law(const TwoMixturesLaw& law, const std::string& identity);

/// Returns the nodes of the rule on Im x = grid.shift: b = -x^2/2 + log f(x), l = log g(x) - log f(x).
std::vector<mixture::RuleNode> rule_nodes(const TwoMixturesLaw& law, const Grid& grid, Bits p);
/// Returns the error bounds of the rule of rule_nodes(), by BOUND(TWO-LINE).
mixture::RuleErrorsPtr rule_errors(const TwoMixturesLaw& law, const Grid& grid);

namespace heuristic {
/// Implementations of MachineLaw::sketcher() and MachineLaw::grid().
mixture::heuristic::Sketcher sketcher_of(const TwoMixturesLaw& law);
Grid machine_grid(const TwoMixturesLaw& law, double low, double high, double log_count,
                  double depth);
}  // namespace heuristic

}  // namespace plumbline::two_mixtures
