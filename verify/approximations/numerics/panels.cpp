#include "verify/approximations/numerics/panels.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/numerics/wide_number.hpp"

namespace plumbline::approximations {

template <class Real>
const GaussRule<Real>& gauss_rule() {
  static const GaussRule<Real> rule = [] {
    using Boost = boost::math::quadrature::gauss<NumberOf<Real>, 30>;
    GaussRule<Real> out;
    for (const auto& x : Boost::abscissa()) out.abscissa.push_back(covered(x));
    for (const auto& w : Boost::weights()) out.weights.push_back(covered(w));
    return out;
  }();
  return rule;
}

template const GaussRule<double>& gauss_rule();
template const GaussRule<long double>& gauss_rule();
template const GaussRule<PaperPrecision>& gauss_rule();
template const GaussRule<HighPrecision>& gauss_rule();

}  // namespace plumbline::approximations
