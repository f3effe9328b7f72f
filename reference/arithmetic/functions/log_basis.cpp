#include "reference/arithmetic/functions/log_basis.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

/// An fmpz with RAII.
class Whole {
 public:
  Whole() { fmpz_init(z_); }
  explicit Whole(const fmpz* z) { fmpz_init_set(z_, z); }
  Whole(const Whole& o) { fmpz_init_set(z_, o.z_); }
  Whole& operator=(const Whole& o) {
    fmpz_set(z_, o.z_);
    return *this;
  }
  ~Whole() { fmpz_clear(z_); }
  fmpz* raw() { return z_; }
  const fmpz* raw() const { return z_; }
  bool is_one() const { return fmpz_is_one(z_) != 0; }

 private:
  fmpz_t z_;
};

Whole one() {
  Whole out;
  fmpz_one(out.raw());
  return out;
}

Whole gcd(const Whole& a, const Whole& b) {
  Whole out;
  fmpz_gcd(out.raw(), a.raw(), b.raw());
  return out;
}

/// Returns a/b for b that divides a.
Whole quotient(const Whole& a, const Whole& b) {
  Whole out;
  fmpz_divexact(out.raw(), a.raw(), b.raw());
  return out;
}

Whole product(const Whole& a, const Whole& b) {
  Whole out;
  fmpz_mul(out.raw(), a.raw(), b.raw());
  return out;
}

Rational as_rational(const Whole& z) {
  Rational q;
  fmpq_set_fmpz(const_cast<fmpq*>(q.raw()), z.raw());
  return q;
}

/// Returns pairwise coprime integers > 1; a and b are products of powers of them.
std::vector<Whole> coprime_parts(const Whole& a, const Whole& b) {
  std::vector<Whole> out, pending{a, b};
  while (!pending.empty()) {
    Whole x = pending.back();
    pending.pop_back();
    bool coprime = !x.is_one();
    for (size_t i = 0; i < out.size() && coprime; ++i) {
      const Whole g = gcd(x, out[i]);
      if (g.is_one()) continue;
      coprime = false;
      // The loop ends, because each step divides the product of all numbers by g > 1.
      pending.push_back(quotient(x, g));
      pending.push_back(quotient(out[i], g));
      pending.push_back(g);
      out.erase(out.begin() + static_cast<long>(i));
    }
    if (coprime) out.push_back(x);
  }
  return out;
}

/// Adds n >= 1 to a list of pairwise coprime integers > 1. Splits elements such that n and all old elements are
/// products of the new ones, which are again pairwise coprime. The parts of an element are coprime to all other
/// elements, so that each element is visited once.
void refine(std::vector<Whole>* base, const Whole& n) {
  std::vector<Whole> parts;
  Whole rest = n;
  for (const Whole& b : *base) {
    if (rest.is_one() || gcd(rest, b).is_one()) {
      parts.push_back(b);
      continue;
    }
    Whole other = one();
    for (const Whole& part : coprime_parts(rest, b)) {
      if (gcd(part, b).is_one()) {
        other = product(other, part);
      } else {
        parts.push_back(part);
      }
    }
    rest = other;
  }
  if (!rest.is_one()) parts.push_back(rest);
  *base = std::move(parts);
}

/// Factors n >= 1 into powers of the elements of the base, and adds `times` the exponents to *out. Returns false if n
/// is not a product of such powers.
bool add_exponents(const std::vector<Rational>& base, const fmpz* n, const Rational& times,
                   std::vector<Rational>* out) {
  Whole rest(n);
  for (size_t i = 0; i < base.size(); ++i) {
    const slong k = fmpz_remove(rest.raw(), rest.raw(), fmpq_numref(base[i].raw()));
    (*out)[i] = (*out)[i] + times * Rational(k);
  }
  return rest.is_one();
}

}  // namespace

// BOUND(LOG-BASIS)
// Statement.  Let b_i be pairwise coprime integers > 1 such that all q_j are products of the b_i with integer
//             exponents. Two numbers
//
//                 r + sum_j n_j log q_j = r + sum_i k_i log b_i
//
//             with rational r and n_j are equal if and only if their coordinates (r, k_1, k_2, ...) are equal.
// Needs.      (a) The b_i are coprime: the constructor, by refine(). (b) The q_j > 0 are products of the b_i, and the
//             coordinates are integers in the units of the basis, hence r and k_i are rational: checked in
//             coordinates() (nothing is returned otherwise).
// Proof.      Numbers with equal coordinates are equal. Conversely, let the difference of two numbers, r + sum_i k_i
//             log b_i, be 0. If r is not 0, e^{-r} is transcendental (Lindemann). However, e^{-r} is prod b_i^{k_i},
//             which is algebraic for rational k_i. Hence r = 0. Each b_i has a prime factor that no other b_i has.
//             The exponent of this prime factor in prod b_i^{k_i} = 1 is k_i times a positive integer. Hence k_i = 0.
// Source.     Lindemann 1882; coprime bases: Bach, Driscoll, Shallit 1993.
LogBasis::LogBasis(const std::vector<LogLinear>& numbers, const std::function<void()>& poll) {
  std::vector<Whole> base;
  for (const LogLinear& x : numbers) {
    spacing_ = gcd(spacing_, x.offset);
    for (const LogLinear::Term& term : x.logs) {
      poll();
      if (term.q.sign() <= 0) throw std::logic_error("the logarithm of " + term.q.text());
      refine(&base, Whole(fmpq_numref(term.q.raw())));
      refine(&base, Whole(fmpq_denref(term.q.raw())));
    }
  }
  for (const Whole& b : base) base_.push_back(as_rational(b));
}

std::optional<Coordinates> LogBasis::coordinates(const LogLinear& x) const {
  std::vector<Rational> exact(base_.size());
  for (const LogLinear::Term& term : x.logs) {
    if (term.q.sign() <= 0) return std::nullopt;
    const bool numerator = add_exponents(base_, fmpq_numref(term.q.raw()), term.n, &exact);
    const bool denominator = add_exponents(base_, fmpq_denref(term.q.raw()), -term.n, &exact);
    if (!proved<"LOG-BASIS">(numerator && denominator)) return std::nullopt;
  }
  if (spacing_.is_zero() && !x.offset.is_zero()) return std::nullopt;
  exact.insert(exact.begin(), spacing_.is_zero() ? Rational(0) : x.offset / spacing_);
  Coordinates out;
  const Rational limit(1L << 61);
  for (const Rational& value : exact) {
    if (!value.is_integer() || value > limit || value < -limit) return std::nullopt;
    out.push_back(fmpz_get_si(fmpq_numref(value.raw())));
  }
  return out;
}

Ball exponential(const LogLinear& x, Bits p) {
  Ball out = exp(Ball(x.offset, p));
  for (const LogLinear::Term& term : x.logs) {
    if (!term.n.is_integer()) {
      out = out * exp(log(Ball(term.q, p)) * Ball(term.n, p));
      continue;
    }
    const bool negative = term.n.sign() < 0;
    const Ball factor = power(Ball(term.q, p), negative ? -term.n : term.n);
    out = negative ? out / factor : out * factor;
  }
  return out;
}

Ball exponential(const Real& x, Bits p) {
  const auto form = x.log_linear();
  return form ? exponential(*form, p) : exp(x(p));
}

std::optional<Rational> rational_exponential(const Real& x) {
  constexpr double kMostPower = 64;
  const auto form = x.log_linear();
  if (!form || !form->offset.is_zero()) return std::nullopt;
  Rational out(1);
  for (const LogLinear::Term& term : form->logs) {
    const double n = term.n.approximate();
    if (!term.n.is_integer() || std::fabs(n) > kMostPower) return std::nullopt;
    const Rational x_to_n = power(term.q, std::lround(std::fabs(n)));
    out = n >= 0 ? out * x_to_n : out / x_to_n;
  }
  return out;
}

}  // namespace plumbline
