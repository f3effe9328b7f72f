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

Rational as_rational(const Whole& z) {
  Rational q;
  fmpq_set_fmpz(const_cast<fmpq*>(q.raw()), z.raw());
  return q;
}

/// Adds n >= 1 to a list of pairwise coprime integers > 1, splitting elements until they are pairwise coprime again.
void refine(std::vector<Whole>* base, const Whole& n) {
  std::vector<Whole> pending{n};
  while (!pending.empty()) {
    Whole a = pending.back();
    pending.pop_back();
    if (a.is_one()) continue;
    bool coprime = true;
    for (size_t i = 0; i < base->size() && coprime; ++i) {
      Whole g;
      fmpz_gcd(g.raw(), a.raw(), (*base)[i].raw());
      if (g.is_one()) continue;
      coprime = false;
      Whole b = (*base)[i];
      base->erase(base->begin() + static_cast<long>(i));
      fmpz_divexact(a.raw(), a.raw(), g.raw());
      fmpz_divexact(b.raw(), b.raw(), g.raw());
      // The product of base and pending decreases by a factor g > 1 each time, so that this ends.
      pending.push_back(a);
      pending.push_back(b);
      pending.push_back(g);
    }
    if (coprime) base->push_back(a);
  }
}

/// The exponents of n >= 1 in the base; returns false if n is not a product of its elements.
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
// Statement.  Let b_i be pairwise coprime integers > 1 of which all q_j are products, with integer
//             exponents. Of numbers
//
//                 r + sum_j n_j log q_j = r + sum_i k_i log b_i,
//
//             those with equal coordinates (r, k_1, k_2, ...) are equal, and those with different
//             coordinates different.
// Needs.      (a) The b_i coprime: the constructor, by refine(). (b) The q_j > 0 products of the
//             b_i, the coordinates integers in the units of the basis: checked in coordinates()
//             (nothing is returned otherwise).
// Proof.      The first is plain. Let the difference of two numbers, r + sum_i k_i log b_i, be 0.
//             If r is not 0, e^{-r} is transcendental (Lindemann), yet it is prod b_i^{k_i}, for
//             rational k_i algebraic: so r = 0. Each b_i has a prime factor that no other has,
//             whose exponent in prod b_i^{k_i} = 1 is k_i times a positive integer: k_i = 0.
// Source.     Lindemann 1882; coprime bases: Bach, Driscoll, Shallit 1993.
LogBasis::LogBasis(const std::vector<LogLinear>& numbers) {
  std::vector<Whole> base;
  for (const LogLinear& x : numbers) {
    spacing_ = gcd(spacing_, x.offset);
    for (const LogLinear::Term& term : x.logs) {
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
