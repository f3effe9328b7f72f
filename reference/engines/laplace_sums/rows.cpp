#include "reference/engines/laplace_sums/rows.hpp"

#include "reference/engines/laplace_sums/binomial_rows.hpp"
#include "reference/engines/laplace_sums/table_rows.hpp"

namespace plumbline::laplace_sums {

CellRate::CellRate(const Rational& spacing, int tau, Bits p)
    : rho(spacing * Rational(tau) / Rational(2), p), integral(expm1(rho) / rho) {}

bool are_binomial(const std::vector<LatticeStep>& steps) {
  if (steps.size() != 1) return false;
  const LatticeStep& step = steps.front();
  return step.reach == 1 && step.stretches.size() == 1 && step.atoms.size() == 2 &&
         step.atoms[0].place != step.atoms[1].place;
}

std::unique_ptr<const Rows> make_rows(const std::vector<LatticeStep>& steps,
                                      const Rational& spacing, long most_rows, Bits p,
                                      const Poll& poll) {
  if (are_binomial(steps)) return std::make_unique<BinomialRows>(steps.front(), spacing, p, poll);
  return std::make_unique<TableRows>(steps, spacing, most_rows, p, poll);
}

}  // namespace plumbline::laplace_sums
