#include "verify/approximations/numerics/special_functions.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/expm1.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/version.hpp>

#include "verify/approximations/numerics/quiet_policy.hpp"
#include "verify/approximations/numerics/real_types.hpp"
#include "verify/approximations/numerics/wide_number.hpp"

#if BOOST_VERSION < 108700  // later releases may change this
namespace boost::math::detail {

// Prevents an initialisation. Boost.Math computes inverses of erf before main() begins, to make its constants
// thread-safe. This is not necessary, because static variables in functions are already thread-safe, and it takes a
// quarter of the program's start time.
template <class Backend, multiprecision::expression_template_option templates, class Policy>
struct erf_inv_initializer<multiprecision::number<Backend, templates>, Policy> {
  static void force_instantiate() {}
};

}  // namespace boost::math::detail
#endif

namespace plumbline::approximations {

namespace constants {

template <class Real>
Real pi() {
  return covered(boost::math::constants::pi<NumberOf<Real>>());
}

template <class Real>
Real half_pi() {
  return covered(boost::math::constants::half_pi<NumberOf<Real>>());
}

template <class Real>
Real two_pi() {
  return covered(boost::math::constants::two_pi<NumberOf<Real>>());
}

template <class Real>
Real root_two_pi() {
  return covered(boost::math::constants::root_two_pi<NumberOf<Real>>());
}

template <class Real>
Real root_two() {
  return covered(boost::math::constants::root_two<NumberOf<Real>>());
}

template <class Real>
Real ln_ten() {
  return covered(boost::math::constants::ln_ten<NumberOf<Real>>());
}

}  // namespace constants

template <class Real>
Real wide_expm1(const Real& x) {
  return covered(boost::math::expm1(number(x), Quiet()));
}

template <class Real>
Real wide_log1p(const Real& x) {
  return covered(boost::math::log1p(number(x), Quiet()));
}

template <class Real>
Real log1p_minus(const Real& x) {
  return covered(boost::math::log1pmx(number(x), Quiet()));
}

template <class Real>
Real normal_above(const Real& x) {
  using Number = NumberOf<Real>;
  const Number scaled = number(x) / boost::math::constants::root_two<Number>();
  return covered(Number(boost::math::erfc(scaled, Quiet()) / 2));
}

template <class Real>
Real normal_upper_quantile(const Real& alpha) {
  using Number = NumberOf<Real>;
  const Number twice = 2 * number(alpha);
  return covered(
      Number(boost::math::constants::root_two<Number>() * boost::math::erfc_inv(twice, Quiet())));
}

template double constants::pi<double>();
template double constants::half_pi<double>();
template double constants::two_pi<double>();
template double constants::root_two_pi<double>();
template double constants::root_two<double>();
template double constants::ln_ten<double>();
template double log1p_minus(const double&);
template double normal_above(const double&);
template double normal_upper_quantile(const double&);

template long double constants::pi<long double>();
template long double constants::half_pi<long double>();
template long double constants::two_pi<long double>();
template long double constants::root_two_pi<long double>();
template long double constants::root_two<long double>();
template long double constants::ln_ten<long double>();
template long double log1p_minus(const long double&);
template long double normal_above(const long double&);
template long double normal_upper_quantile(const long double&);

template PaperPrecision constants::pi<PaperPrecision>();
template PaperPrecision constants::half_pi<PaperPrecision>();
template PaperPrecision constants::two_pi<PaperPrecision>();
template PaperPrecision constants::root_two_pi<PaperPrecision>();
template PaperPrecision constants::root_two<PaperPrecision>();
template PaperPrecision constants::ln_ten<PaperPrecision>();
template PaperPrecision wide_expm1(const PaperPrecision&);
template PaperPrecision wide_log1p(const PaperPrecision&);
template PaperPrecision log1p_minus(const PaperPrecision&);
template PaperPrecision normal_above(const PaperPrecision&);
template PaperPrecision normal_upper_quantile(const PaperPrecision&);

template HighPrecision constants::pi<HighPrecision>();
template HighPrecision constants::half_pi<HighPrecision>();
template HighPrecision constants::two_pi<HighPrecision>();
template HighPrecision constants::root_two_pi<HighPrecision>();
template HighPrecision constants::root_two<HighPrecision>();
template HighPrecision constants::ln_ten<HighPrecision>();
template HighPrecision wide_expm1(const HighPrecision&);
template HighPrecision wide_log1p(const HighPrecision&);
template HighPrecision log1p_minus(const HighPrecision&);
template HighPrecision normal_above(const HighPrecision&);
template HighPrecision normal_upper_quantile(const HighPrecision&);

}  // namespace plumbline::approximations
