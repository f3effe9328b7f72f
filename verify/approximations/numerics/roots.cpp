#include "verify/approximations/numerics/roots.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

#include "verify/approximations/numerics/quiet_policy.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/numerics/wide_number.hpp"

namespace plumbline::approximations {

template <class Real>
Real bracketed_root(const std::function<Real(const Real&)>& g, const Real& a, const Real& b,
                    const Real& ga, const Real& gb) {
  using Number = NumberOf<Real>;
  std::uintmax_t iterations = 400;
  const boost::math::tools::eps_tolerance<Number> tolerance(std::numeric_limits<Real>::digits - 2);
  const auto bracket = boost::math::tools::toms748_solve(
      [&](const Number& x) { return Number(number(g(covered(x)))); }, number(a), number(b),
      number(ga), number(gb), tolerance, iterations, Quiet());
  return covered(Number((bracket.first + bracket.second) / 2));
}

template <class Real>
using Function = std::function<Real(const Real&)>;
template double bracketed_root(const Function<double>&, const double&, const double&, const double&,
                               const double&);
template long double bracketed_root(const Function<long double>&, const long double&,
                                    const long double&, const long double&, const long double&);
template PaperPrecision bracketed_root(const Function<PaperPrecision>&, const PaperPrecision&,
                                       const PaperPrecision&, const PaperPrecision&,
                                       const PaperPrecision&);
template HighPrecision bracketed_root(const Function<HighPrecision>&, const HighPrecision&,
                                      const HighPrecision&, const HighPrecision&,
                                      const HighPrecision&);

}  // namespace plumbline::approximations
