#include "verify/approximations/numerics/adjustable_real.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <type_traits>

#include "verify/approximations/numerics/mpfr_cover.hpp"

namespace plumbline::approximations {

using mpfr::mpreal;

namespace {

constexpr mpfr_rnd_t kNearest = MPFR_RNDN;

long precision_of(const AdjustableReal& x) { return mpfr_get_prec(number(x)); }

void require_one_precision(const AdjustableReal& a, const AdjustableReal& b) {
  if (precision_of(a) != precision_of(b)) {
    throw std::logic_error("wide numbers of two precisions in one operation");
  }
}

/// Applies a function in the precision of the argument.
template <class Function>
AdjustableReal mapped(const AdjustableReal& x, const Function& f) {
  AdjustableReal result = without_value(x.precision());
  f(number(result), number(x), kNearest);
  return result;
}

template <class Function>
AdjustableReal combined(const AdjustableReal& a, const AdjustableReal& b, const Function& f) {
  require_one_precision(a, b);
  AdjustableReal result = without_value(a.precision());
  f(number(result), number(a), number(b), kNearest);
  return result;
}

}  // namespace

AdjustableReal without_value(Bits bits) { return {AdjustableReal::NoValue(), bits.n}; }

AdjustableReal::AdjustableReal(NoValue, long bits) {
  static_assert(sizeof(__mpfr_struct) == sizeof(head_) && alignof(__mpfr_struct) <= 8);
  static_assert(std::is_same_v<mp_limb_t, unsigned long>);
  auto* head = new (head_) __mpfr_struct;
  const size_t limbs = mpfr_custom_get_size(bits) / sizeof(mp_limb_t);
  if (limbs > kNear) far_ = new unsigned long[limbs];
  mpfr_custom_init_set(head, MPFR_NAN_KIND, 0, bits, far_ != nullptr ? far_ : near_);
}
AdjustableReal::AdjustableReal(long n, int)
    : AdjustableReal(NoValue(), WorkingPrecision::current().n) {
  mpfr_set_si(number(*this), n, kNearest);
}
AdjustableReal::AdjustableReal(unsigned long n, int)
    : AdjustableReal(NoValue(), WorkingPrecision::current().n) {
  mpfr_set_ui(number(*this), n, kNearest);
}
AdjustableReal::AdjustableReal(double x)
    : AdjustableReal(NoValue(), WorkingPrecision::current().n) {
  mpfr_set_d(number(*this), x, kNearest);
}
AdjustableReal::AdjustableReal(long double x)
    : AdjustableReal(NoValue(), WorkingPrecision::current().n) {
  mpfr_set_ld(number(*this), x, kNearest);
}
AdjustableReal::AdjustableReal(const std::string& decimal)
    : AdjustableReal(NoValue(), WorkingPrecision::current().n) {
  if (mpfr_set_str(number(*this), decimal.c_str(), 10, kNearest) != 0) {
    const std::string message = "not a number: '" + decimal + "'";
    throw std::invalid_argument(message);
  }
}
AdjustableReal::AdjustableReal(const AdjustableReal& x)
    : AdjustableReal(NoValue(), precision_of(x)) {
  mpfr_set(number(*this), number(x), kNearest);
}

/// Moves the digits of x to this number. x no longer owns allocated digits and can only be destroyed or assigned to.
void AdjustableReal::take_digits(AdjustableReal& x) noexcept {
  std::memcpy(head_, x.head_, sizeof(head_));
  std::memcpy(near_, x.near_, sizeof(near_));
  far_ = std::exchange(x.far_, nullptr);
  if (far_ == nullptr) {
    mpfr_custom_move(number(*this), near_);
  } else {
    mpfr_custom_init_set(number(x), MPFR_NAN_KIND, 0, kNear * mp_bits_per_limb, x.near_);
  }
}

AdjustableReal::AdjustableReal(AdjustableReal&& x) noexcept { take_digits(x); }
AdjustableReal& AdjustableReal::operator=(const AdjustableReal& x) {
  if (precision_of(*this) != precision_of(x)) return *this = AdjustableReal(x);
  mpfr_set(number(*this), number(x), kNearest);
  return *this;
}
AdjustableReal& AdjustableReal::operator=(AdjustableReal&& x) noexcept {
  if (this != &x) {
    delete[] far_;
    take_digits(x);
  }
  return *this;
}

Bits AdjustableReal::precision() const { return Bits{precision_of(*this)}; }

AdjustableReal::operator double() const { return mpfr_get_d(number(*this), MPFR_RNDN); }
AdjustableReal::operator long double() const { return mpfr_get_ld(number(*this), MPFR_RNDN); }
AdjustableReal::operator long() const { return mpfr_get_si(number(*this), MPFR_RNDZ); }
AdjustableReal::operator unsigned long() const { return mpfr_get_ui(number(*this), MPFR_RNDZ); }

AdjustableReal& AdjustableReal::operator+=(const AdjustableReal& x) {
  require_one_precision(*this, x);
  mpfr_add(number(*this), number(*this), number(x), kNearest);
  return *this;
}
AdjustableReal& AdjustableReal::operator-=(const AdjustableReal& x) {
  require_one_precision(*this, x);
  mpfr_sub(number(*this), number(*this), number(x), kNearest);
  return *this;
}
AdjustableReal& AdjustableReal::operator*=(const AdjustableReal& x) {
  require_one_precision(*this, x);
  mpfr_mul(number(*this), number(*this), number(x), kNearest);
  return *this;
}
AdjustableReal& AdjustableReal::operator/=(const AdjustableReal& x) {
  require_one_precision(*this, x);
  mpfr_div(number(*this), number(*this), number(x), kNearest);
  return *this;
}
AdjustableReal operator+(const AdjustableReal& a, const AdjustableReal& b) {
  return combined(a, b, mpfr_add);
}
AdjustableReal operator-(const AdjustableReal& a, const AdjustableReal& b) {
  return combined(a, b, mpfr_sub);
}
AdjustableReal operator*(const AdjustableReal& a, const AdjustableReal& b) {
  return combined(a, b, mpfr_mul);
}
AdjustableReal operator/(const AdjustableReal& a, const AdjustableReal& b) {
  return combined(a, b, mpfr_div);
}
AdjustableReal AdjustableReal::operator-() const { return mapped(*this, mpfr_neg); }
bool AdjustableReal::equals(const AdjustableReal& x) const {
  require_one_precision(*this, x);
  return mpfr_equal_p(number(*this), number(x)) != 0;
}
bool AdjustableReal::below(const AdjustableReal& x) const {
  require_one_precision(*this, x);
  return mpfr_less_p(number(*this), number(x)) != 0;
}
bool AdjustableReal::at_most(const AdjustableReal& x) const {
  require_one_precision(*this, x);
  return mpfr_lessequal_p(number(*this), number(x)) != 0;
}

std::string AdjustableReal::str(int digits10) const {
  return mpreal(number(*this)).toString(digits10);
}

AdjustableReal abs(const AdjustableReal& x) { return mapped(x, mpfr_abs); }
AdjustableReal ceil(const AdjustableReal& x) { return mapped(x, mpfr_rint_ceil); }
AdjustableReal cos(const AdjustableReal& x) { return mapped(x, mpfr_cos); }
AdjustableReal exp(const AdjustableReal& x) { return mapped(x, mpfr_exp); }
AdjustableReal floor(const AdjustableReal& x) { return mapped(x, mpfr_rint_floor); }
AdjustableReal log(const AdjustableReal& x) { return mapped(x, mpfr_log); }
AdjustableReal sin(const AdjustableReal& x) { return mapped(x, mpfr_sin); }
AdjustableReal sqrt(const AdjustableReal& x) { return mapped(x, mpfr_sqrt); }
bool isfinite(const AdjustableReal& x) { return mpfr_number_p(number(x)) != 0; }
bool isnan(const AdjustableReal& x) { return mpfr_nan_p(number(x)) != 0; }
std::ostream& operator<<(std::ostream& out, const AdjustableReal& x) {
  return out << x.str(digits_of(x.precision()));
}

int agreeing_digits(const AdjustableReal& a, const AdjustableReal& b) {
  const mpreal x(number(a)), y(number(b));
  const int all = digits_of(Bits{std::min(a.precision().n, b.precision().n)});
  if (x == y || (isnan(a) && isnan(b))) return all;
  if (!isfinite(a) || !isfinite(b)) return 0;
  // x - y is computed in the larger of the two precisions, which suffices to determine the size of the difference.
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
