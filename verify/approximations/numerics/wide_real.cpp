#include "verify/approximations/numerics/wide_real.hpp"

#include <boost/math/special_functions/fpclassify.hpp>
#include <ostream>

#include "verify/approximations/numerics/wide_number.hpp"

namespace plumbline::approximations {

namespace mp = boost::multiprecision;

template <unsigned digits>
WideReal<digits>::WideReal(long n, int) {
  new (storage_) WideNumber<digits>(n);
}
template <unsigned digits>
WideReal<digits>::WideReal(unsigned long n, int) {
  new (storage_) WideNumber<digits>(n);
}
template <unsigned digits>
WideReal<digits>::WideReal(double x) {
  new (storage_) WideNumber<digits>(x);
}
template <unsigned digits>
WideReal<digits>::WideReal(long double x) {
  new (storage_) WideNumber<digits>(x);
}
template <unsigned digits>
WideReal<digits>::WideReal(const std::string& decimal) {
  new (storage_) WideNumber<digits>(decimal);
}
template <unsigned digits>
template <unsigned other>
WideReal<digits>::WideReal(const WideReal<other>& x) {
  new (storage_) WideNumber<digits>(number(x));
}
template <unsigned digits>
WideReal<digits>::WideReal(const WideReal& x) {
  using Number = WideNumber<digits>;
  static_assert(sizeof(Number) == kSize && alignof(Number) <= 16);
  static_assert(std::is_trivially_destructible_v<Number>);
  using Limits = std::numeric_limits<WideReal>;
  static_assert(Limits::digits == std::numeric_limits<Number>::digits);
  static_assert(Limits::digits10 == std::numeric_limits<Number>::digits10);
  new (storage_) Number(number(x));
}
template <unsigned digits>
WideReal<digits>& WideReal<digits>::operator=(const WideReal& x) {
  number(*this) = number(x);
  return *this;
}

template <unsigned digits>
WideReal<digits>::operator double() const {
  return static_cast<double>(number(*this));
}
template <unsigned digits>
WideReal<digits>::operator long double() const {
  return static_cast<long double>(number(*this));
}
template <unsigned digits>
WideReal<digits>::operator long() const {
  return static_cast<long>(number(*this));
}
template <unsigned digits>
WideReal<digits>::operator unsigned long() const {
  return static_cast<unsigned long>(number(*this));
}

template <unsigned digits>
WideReal<digits>& WideReal<digits>::operator+=(const WideReal& x) {
  number(*this) += number(x);
  return *this;
}
template <unsigned digits>
WideReal<digits>& WideReal<digits>::operator-=(const WideReal& x) {
  number(*this) -= number(x);
  return *this;
}
template <unsigned digits>
WideReal<digits>& WideReal<digits>::operator*=(const WideReal& x) {
  number(*this) *= number(x);
  return *this;
}
template <unsigned digits>
WideReal<digits>& WideReal<digits>::operator/=(const WideReal& x) {
  number(*this) /= number(x);
  return *this;
}
template <unsigned digits>
WideReal<digits> WideReal<digits>::operator-() const {
  return covered<digits>(-number(*this));
}
template <unsigned digits>
bool WideReal<digits>::equals(const WideReal& x) const {
  return number(*this) == number(x);
}
template <unsigned digits>
bool WideReal<digits>::below(const WideReal& x) const {
  return number(*this) < number(x);
}
template <unsigned digits>
bool WideReal<digits>::at_most(const WideReal& x) const {
  return number(*this) <= number(x);
}

template <unsigned digits>
std::string WideReal<digits>::str(int digits10) const {
  return number(*this).str(digits10);
}

template <unsigned digits>
WideReal<digits> abs(const WideReal<digits>& x) {
  return covered<digits>(mp::abs(number(x)));
}
template <unsigned digits>
WideReal<digits> ceil(const WideReal<digits>& x) {
  return covered<digits>(mp::ceil(number(x)));
}
template <unsigned digits>
WideReal<digits> cos(const WideReal<digits>& x) {
  return covered<digits>(mp::cos(number(x)));
}
template <unsigned digits>
WideReal<digits> exp(const WideReal<digits>& x) {
  return covered<digits>(mp::exp(number(x)));
}
template <unsigned digits>
WideReal<digits> floor(const WideReal<digits>& x) {
  return covered<digits>(mp::floor(number(x)));
}
template <unsigned digits>
WideReal<digits> log(const WideReal<digits>& x) {
  return covered<digits>(mp::log(number(x)));
}
template <unsigned digits>
WideReal<digits> sin(const WideReal<digits>& x) {
  return covered<digits>(mp::sin(number(x)));
}
template <unsigned digits>
WideReal<digits> sqrt(const WideReal<digits>& x) {
  return covered<digits>(mp::sqrt(number(x)));
}
template <unsigned digits>
WideReal<digits> pow(const WideReal<digits>& x, const WideReal<digits>& y) {
  return covered<digits>(mp::pow(number(x), number(y)));
}
template <unsigned digits>
WideReal<digits> pow(const WideReal<digits>& x, int n) {
  return covered<digits>(mp::pow(number(x), n));
}
template <unsigned digits>
bool isfinite(const WideReal<digits>& x) {
  return (boost::math::isfinite)(number(x));
}
template <unsigned digits>
bool isnan(const WideReal<digits>& x) {
  return (boost::math::isnan)(number(x));
}
template <unsigned digits>
std::ostream& operator<<(std::ostream& out, const WideReal<digits>& x) {
  return out << x.str(static_cast<int>(digits));
}

// Instantiates both types of real_types.hpp once for the whole program.
template class WideReal<25>;
template class WideReal<50>;
template WideReal<25>::WideReal(const WideReal<50>&);
template WideReal<50>::WideReal(const WideReal<25>&);
template WideReal<25> abs(const WideReal<25>&);
template WideReal<50> abs(const WideReal<50>&);
template WideReal<25> ceil(const WideReal<25>&);
template WideReal<50> ceil(const WideReal<50>&);
template WideReal<25> cos(const WideReal<25>&);
template WideReal<50> cos(const WideReal<50>&);
template WideReal<25> exp(const WideReal<25>&);
template WideReal<50> exp(const WideReal<50>&);
template WideReal<25> floor(const WideReal<25>&);
template WideReal<50> floor(const WideReal<50>&);
template WideReal<25> log(const WideReal<25>&);
template WideReal<50> log(const WideReal<50>&);
template WideReal<25> sin(const WideReal<25>&);
template WideReal<50> sin(const WideReal<50>&);
template WideReal<25> sqrt(const WideReal<25>&);
template WideReal<50> sqrt(const WideReal<50>&);
template WideReal<25> pow(const WideReal<25>&, const WideReal<25>&);
template WideReal<50> pow(const WideReal<50>&, const WideReal<50>&);
template WideReal<25> pow(const WideReal<25>&, int);
template WideReal<50> pow(const WideReal<50>&, int);
template bool isfinite(const WideReal<25>&);
template bool isfinite(const WideReal<50>&);
template bool isnan(const WideReal<25>&);
template bool isnan(const WideReal<50>&);
template std::ostream& operator<<(std::ostream&, const WideReal<25>&);
template std::ostream& operator<<(std::ostream&, const WideReal<50>&);

}  // namespace plumbline::approximations

namespace {

template <unsigned digits>
using BoostLimits = std::numeric_limits<plumbline::approximations::WideNumber<digits>>;

}  // namespace

template <unsigned wide_digits>
auto std::numeric_limits<plumbline::approximations::WideReal<wide_digits>>::min() -> Real {
  return plumbline::approximations::covered<wide_digits>(BoostLimits<wide_digits>::min());
}
template <unsigned wide_digits>
auto std::numeric_limits<plumbline::approximations::WideReal<wide_digits>>::epsilon() -> Real {
  return plumbline::approximations::covered<wide_digits>(BoostLimits<wide_digits>::epsilon());
}
template <unsigned wide_digits>
auto std::numeric_limits<plumbline::approximations::WideReal<wide_digits>>::infinity() -> Real {
  return plumbline::approximations::covered<wide_digits>(BoostLimits<wide_digits>::infinity());
}
template <unsigned wide_digits>
auto std::numeric_limits<plumbline::approximations::WideReal<wide_digits>>::quiet_NaN() -> Real {
  return plumbline::approximations::covered<wide_digits>(BoostLimits<wide_digits>::quiet_NaN());
}
template struct std::numeric_limits<plumbline::approximations::WideReal<25>>;
template struct std::numeric_limits<plumbline::approximations::WideReal<50>>;
