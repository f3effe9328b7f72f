#include "verify/approximations/numerics/adjustable_real.hpp"

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "verify/approximations/numerics/mpreal_cover.hpp"

namespace plumbline::approximations {

using mpfr::mpreal;

namespace {

mp_prec_t working_bits() { return static_cast<mp_prec_t>(WorkingPrecision::current().n); }

void require_one_precision(const mpreal& a, const mpreal& b) {
  if (a.get_prec() != b.get_prec()) {
    throw std::logic_error("wide numbers of two precisions in one operation");
  }
}

/// In the argument's precision, as all of mpreal's functions.
template <class Function>
AdjustableReal mapped(const AdjustableReal& x, const Function& f) {
  AdjustableReal result(x);
  f(number(result).mpfr_ptr(), number(x).mpfr_srcptr());
  return result;
}

}  // namespace

AdjustableReal::AdjustableReal(long n, int) { new (storage_) mpreal(n, working_bits()); }
AdjustableReal::AdjustableReal(unsigned long n, int) { new (storage_) mpreal(n, working_bits()); }
AdjustableReal::AdjustableReal(double x) { new (storage_) mpreal(x, working_bits()); }
AdjustableReal::AdjustableReal(long double x) { new (storage_) mpreal(x, working_bits()); }
AdjustableReal::AdjustableReal(const std::string& decimal) : AdjustableReal(0L, 0) {
  if (mpfr_set_str(number(*this).mpfr_ptr(), decimal.c_str(), 10, MPFR_RNDN) != 0) {
    const std::string message = "not a number: '" + decimal + "'";
    throw std::invalid_argument(message);
  }
}
AdjustableReal::AdjustableReal(const AdjustableReal& x) {
  static_assert(sizeof(mpreal) == sizeof(storage_) && alignof(mpreal) <= 8);
  new (storage_) mpreal(number(x));
}
AdjustableReal::AdjustableReal(AdjustableReal&& x) noexcept {
  new (storage_) mpreal(std::move(number(x)));
}
AdjustableReal& AdjustableReal::operator=(const AdjustableReal& x) {
  // A number moved from is left without digits, to which mpreal cannot assign.
  if (mpfr_custom_get_significand(number(*this).mpfr_srcptr()) == nullptr) {
    return *this = AdjustableReal(x);
  }
  number(*this) = number(x);
  return *this;
}
AdjustableReal& AdjustableReal::operator=(AdjustableReal&& x) noexcept {
  number(*this) = std::move(number(x));
  return *this;
}
AdjustableReal::~AdjustableReal() { number(*this).~mpreal(); }

Bits AdjustableReal::precision() const { return Bits{static_cast<long>(number(*this).get_prec())}; }

AdjustableReal::operator double() const { return number(*this).toDouble(MPFR_RNDN); }
AdjustableReal::operator long double() const { return number(*this).toLDouble(MPFR_RNDN); }
AdjustableReal::operator long() const { return number(*this).toLong(MPFR_RNDZ); }
AdjustableReal::operator unsigned long() const { return number(*this).toULong(MPFR_RNDZ); }

AdjustableReal& AdjustableReal::operator+=(const AdjustableReal& x) {
  require_one_precision(number(*this), number(x));
  number(*this) += number(x);
  return *this;
}
AdjustableReal& AdjustableReal::operator-=(const AdjustableReal& x) {
  require_one_precision(number(*this), number(x));
  number(*this) -= number(x);
  return *this;
}
AdjustableReal& AdjustableReal::operator*=(const AdjustableReal& x) {
  require_one_precision(number(*this), number(x));
  number(*this) *= number(x);
  return *this;
}
AdjustableReal& AdjustableReal::operator/=(const AdjustableReal& x) {
  require_one_precision(number(*this), number(x));
  number(*this) /= number(x);
  return *this;
}
AdjustableReal AdjustableReal::operator-() const {
  return mapped(*this, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_neg(out, in, MPFR_RNDN); });
}
bool AdjustableReal::equals(const AdjustableReal& x) const {
  require_one_precision(number(*this), number(x));
  return number(*this) == number(x);
}
bool AdjustableReal::below(const AdjustableReal& x) const {
  require_one_precision(number(*this), number(x));
  return number(*this) < number(x);
}
bool AdjustableReal::at_most(const AdjustableReal& x) const {
  require_one_precision(number(*this), number(x));
  return number(*this) <= number(x);
}

std::string AdjustableReal::str(int digits10) const { return number(*this).toString(digits10); }

AdjustableReal abs(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_abs(out, in, MPFR_RNDN); });
}
AdjustableReal ceil(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_ceil(out, in); });
}
AdjustableReal cos(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_cos(out, in, MPFR_RNDN); });
}
AdjustableReal exp(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_exp(out, in, MPFR_RNDN); });
}
AdjustableReal floor(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_floor(out, in); });
}
AdjustableReal log(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_log(out, in, MPFR_RNDN); });
}
AdjustableReal sin(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_sin(out, in, MPFR_RNDN); });
}
AdjustableReal sqrt(const AdjustableReal& x) {
  return mapped(x, [](mpfr_ptr out, mpfr_srcptr in) { mpfr_sqrt(out, in, MPFR_RNDN); });
}
bool isfinite(const AdjustableReal& x) { return (mpfr::isfinite)(number(x)); }
bool isnan(const AdjustableReal& x) { return (mpfr::isnan)(number(x)); }
std::ostream& operator<<(std::ostream& out, const AdjustableReal& x) {
  return out << x.str(digits_of(x.precision()));
}

int agreeing_digits(const AdjustableReal& a, const AdjustableReal& b) {
  const mpreal &x = number(a), &y = number(b);
  const int all = digits_of(Bits{std::min(a.precision().n, b.precision().n)});
  if (x == y || (isnan(a) && isnan(b))) return all;
  if (!isfinite(a) || !isfinite(b)) return 0;
  // mpreal's difference has the larger precision of the two: enough for its size.
  const mpreal apart = mpfr::abs(x - y) / std::max(mpfr::abs(x), mpfr::abs(y));
  return std::clamp(static_cast<int>((-mpfr::log10(apart)).toLong(MPFR_RNDZ)), 0, all);
}

}  // namespace plumbline::approximations

using plumbline::approximations::AdjustableReal;

auto std::numeric_limits<AdjustableReal>::min() -> Real {
  return plumbline::approximations::covered(mpfr::minval(64));
}
auto std::numeric_limits<AdjustableReal>::epsilon() -> Real {
  return plumbline::approximations::covered(
      mpfr::machine_epsilon(plumbline::approximations::WorkingPrecision::current().n));
}
auto std::numeric_limits<AdjustableReal>::infinity() -> Real {
  return plumbline::approximations::covered(mpfr::const_infinity(1, 64));
}
auto std::numeric_limits<AdjustableReal>::quiet_NaN() -> Real {
  return plumbline::approximations::covered(mpfr::mpreal().setNan());
}
