#include "reference/arithmetic/rational.hpp"

#include <cctype>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr long kMaxExponent = 100000;

[[noreturn]] void refuse(std::string_view text, const char* why = "") {
  throw std::invalid_argument("not a number: '" + std::string(text) + "'" + why +
                              " (write a decimal, a fraction such as 1/3, or a hex float)");
}

bool is_digit_of(char c, int base) {
  return base == 16 ? std::isxdigit(static_cast<unsigned char>(c)) != 0
                    : std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Reads `digits[.digits]` and an optional exponent: e for base 10 (power of 10), p for base 16
/// (power of 2). `whole` is only for the error message.
Rational parse_unsigned(std::string_view body, int base, std::string_view whole) {
  std::string mantissa;
  long after_point = 0;
  bool point = false;
  size_t i = 0;
  for (; i < body.size(); ++i) {
    if (body[i] == '.' && !point) {
      point = true;
    } else if (is_digit_of(body[i], base)) {
      mantissa += body[i];
      if (point) ++after_point;
    } else {
      break;
    }
  }
  if (mantissa.empty()) refuse(whole);
  long exponent = 0;
  if (i < body.size()) {
    const char mark = static_cast<char>(std::tolower(static_cast<unsigned char>(body[i])));
    if (mark != (base == 16 ? 'p' : 'e')) refuse(whole);
    ++i;
    bool negative = false;
    if (i < body.size() && (body[i] == '+' || body[i] == '-')) negative = body[i++] == '-';
    if (i == body.size()) refuse(whole);
    for (; i < body.size(); ++i) {
      if (!is_digit_of(body[i], 10)) refuse(whole);
      exponent = exponent * 10 + (body[i] - '0');
      if (exponent > kMaxExponent) refuse(whole, ": exponent too large");
    }
    if (negative) exponent = -exponent;
  }
  if (static_cast<long>(mantissa.size()) > kMaxExponent) refuse(whole, ": too many digits");
  fmpz_t m, scale;
  fmpz_init(m);
  fmpz_init(scale);
  const int status = fmpz_set_str(m, mantissa.c_str(), base);
  const long shift = base == 16 ? exponent - 4 * after_point : exponent - after_point;
  fmpz_set_ui(scale, base == 16 ? 2 : 10);
  fmpz_pow_ui(scale, scale, static_cast<ulong>(shift < 0 ? -shift : shift));
  Rational result;
  fmpq* q = const_cast<fmpq*>(result.raw());
  if (shift < 0) {
    fmpq_set_fmpz_frac(q, m, scale);
  } else {
    fmpz_mul(m, m, scale);
    fmpq_set_fmpz(q, m);
  }
  fmpz_clear(m);
  fmpz_clear(scale);
  if (status != 0) refuse(whole);
  return result;
}

Rational parse_signed(std::string_view part, std::string_view whole) {
  bool negative = false;
  if (!part.empty() && (part.front() == '+' || part.front() == '-')) {
    negative = part.front() == '-';
    part.remove_prefix(1);
  }
  const bool hex = part.size() > 2 && part[0] == '0' && (part[1] == 'x' || part[1] == 'X');
  if (hex) part.remove_prefix(2);
  Rational r = parse_unsigned(part, hex ? 16 : 10, whole);
  return negative ? -r : r;
}

std::string decimal_string(const fmpz_t n) {
  char* s = fmpz_get_str(nullptr, 10, n);
  std::string out(s);
  flint_free(s);
  return out;
}

/// How often the prime divides n; n is left without it.
long strip(fmpz_t n, ulong prime) {
  fmpz_t p;
  fmpz_init_set_ui(p, prime);
  const long k = fmpz_remove(n, n, p);
  fmpz_clear(p);
  return k;
}

}  // namespace

Rational Rational::parse(std::string_view text) {
  std::string_view t = text;
  while (!t.empty() && std::isspace(static_cast<unsigned char>(t.front()))) t.remove_prefix(1);
  while (!t.empty() && std::isspace(static_cast<unsigned char>(t.back()))) t.remove_suffix(1);
  const size_t slash = t.find('/');
  if (slash == std::string_view::npos) return parse_signed(t, text);
  const Rational den = parse_signed(t.substr(slash + 1), text);
  if (den.is_zero()) refuse(text, ": denominator is zero");
  return parse_signed(t.substr(0, slash), text) / den;
}

Rational Rational::from_binary64(double x) {
  if (!std::isfinite(x)) throw std::invalid_argument("not a finite number");
  int exponent = 0;
  const double m = std::frexp(x, &exponent);
  const long mantissa = static_cast<long>(std::ldexp(m, 53));  // exact: |m| < 1 has 53 bits
  exponent -= 53;
  Rational r(mantissa);
  fmpz_t scale;
  fmpz_init(scale);
  fmpz_one(scale);
  fmpz_mul_2exp(scale, scale, static_cast<ulong>(std::abs(exponent)));
  Rational s;
  fmpq_set_fmpz(s.q_, scale);
  fmpz_clear(scale);
  return exponent < 0 ? r / s : r * s;
}

bool Rational::is_integer() const { return fmpz_is_one(fmpq_denref(q_)) != 0; }

double Rational::approximate() const {
  arf_t x;
  arf_init(x);
  arf_set_round_fmpz(x, fmpq_numref(q_), 64, ARF_RND_NEAR);
  arf_t d;
  arf_init(d);
  arf_set_round_fmpz(d, fmpq_denref(q_), 64, ARF_RND_NEAR);
  arf_div(x, x, d, 64, ARF_RND_NEAR);
  const double out = arf_get_d(x, ARF_RND_NEAR);
  arf_clear(x);
  arf_clear(d);
  return out;
}

std::string Rational::text() const {
  constexpr long kLongestDecimal = 40, kMostPlaces = 4000;
  const auto fraction = [&] {
    return decimal_string(fmpq_numref(q_)) + "/" + decimal_string(fmpq_denref(q_));
  };
  fmpz_t rest, scaled;
  fmpz_init_set(rest, fmpq_denref(q_));
  const long twos = strip(rest, 2), fives = strip(rest, 5);
  const bool terminating = fmpz_is_one(rest) != 0;
  const long places = std::max(twos, fives);
  fmpz_clear(rest);
  if (!terminating || places > kMostPlaces) return fraction();
  fmpz_init(scaled);
  fmpz_set_ui(scaled, 10);
  fmpz_pow_ui(scaled, scaled, static_cast<ulong>(places));
  fmpz_mul(scaled, scaled, fmpq_numref(q_));
  fmpz_divexact(scaled, scaled, fmpq_denref(q_));
  std::string digits = decimal_string(scaled);
  fmpz_clear(scaled);
  // Many places are fine for 1e-300, but not where they are digits.
  if (places > kLongestDecimal && digits.size() > static_cast<size_t>(kLongestDecimal)) {
    return fraction();
  }
  if (places == 0) {
    // Large powers of ten read better, and parse back, in scientific form.
    const size_t last = digits.find_last_not_of('0');
    const size_t zeros = digits.size() - 1 - last;
    if (zeros >= 7) return digits.substr(0, last + 1) + "e" + std::to_string(zeros);
    return digits;
  }
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  std::string out;
  if (static_cast<long>(digits.size()) + 4 <= places) {
    // Small numbers: 0.00001 prints as 1e-5.
    const long exponent = places - static_cast<long>(digits.size()) + 1;
    out = digits.substr(0, 1) + (digits.size() > 1 ? "." + digits.substr(1) : "") + "e-" +
          std::to_string(exponent);
  } else {
    if (static_cast<long>(digits.size()) <= places) {
      digits.insert(0, static_cast<size_t>(places + 1) - digits.size(), '0');
    }
    out = digits.substr(0, digits.size() - static_cast<size_t>(places)) + "." +
          digits.substr(digits.size() - static_cast<size_t>(places));
  }
  return negative ? "-" + out : out;
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_add(r.q_, a.q_, b.q_);
  return r;
}
Rational operator-(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_sub(r.q_, a.q_, b.q_);
  return r;
}
Rational operator*(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_mul(r.q_, a.q_, b.q_);
  return r;
}
Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw std::domain_error("division by zero");
  Rational r;
  fmpq_div(r.q_, a.q_, b.q_);
  return r;
}

Rational power(const Rational& q, long n) {
  Rational r;
  fmpq_pow_si(r.q_, q.q_, n);
  return r;
}
Rational floor(const Rational& a) {
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.q_), fmpq_numref(a.q_), fmpq_denref(a.q_));
  return r;
}
Rational gcd(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_gcd(r.q_, a.q_, b.q_);
  return r;
}

Rational power_of_ten(long n) {
  const Rational size = power(Rational(10), n < 0 ? -n : n);
  return n < 0 ? Rational(1) / size : size;
}

}  // namespace plumbline
