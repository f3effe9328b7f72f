#include "reference/arithmetic/vectors/integer_vector.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {

Integer Integer::floor_of_midpoint(const Ball& x, long shift) {
  Integer r;
  if (!x.is_finite()) return r;
  arf_t m;
  arf_init(m);
  arf_mul_2exp_si(m, arb_midref(x.raw()), shift);
  arf_get_fmpz(r.z_, m, ARF_RND_FLOOR);
  arf_clear(m);
  return r;
}

Ball Integer::scaled(long shift, Bits p) const {
  Ball r(p);
  arf_set_fmpz(arb_midref(r.raw()), z_);
  arf_mul_2exp_si(arb_midref(r.raw()), arb_midref(r.raw()), -shift);
  return r;
}

IntegerVector::IntegerVector(size_t size)
    : data_(_fmpz_vec_init(static_cast<slong>(size))), size_(size) {}

IntegerVector::IntegerVector(const IntegerVector& o) : IntegerVector(o.size_) {
  _fmpz_vec_set(data_, o.data_, static_cast<slong>(size_));
}

IntegerVector::~IntegerVector() {
  if (data_ != nullptr) _fmpz_vec_clear(data_, static_cast<slong>(size_));
}

Integer IntegerVector::get(size_t i) const {
  Integer r;
  fmpz_set(r.raw(), data_ + i);
  return r;
}

void IntegerVector::set(size_t i, const Integer& value) { fmpz_set(data_ + i, value.raw()); }

Integer IntegerVector::sum() const {
  Integer r;
  _fmpz_vec_sum(r.raw(), data_, static_cast<slong>(size_));
  return r;
}

IntegerVector IntegerVector::slice(size_t first, size_t count) const {
  IntegerVector r(count);
  _fmpz_vec_set(r.data_, data_ + first, static_cast<slong>(count));
  return r;
}

IntegerVector convolution(const IntegerVector& a, const IntegerVector& b, long shift) {
  const IntegerVector& longer = a.size_ >= b.size_ ? a : b;
  const IntegerVector& shorter = a.size_ >= b.size_ ? b : a;
  if (shorter.size_ == 0) return IntegerVector(0);
  IntegerVector r(a.size_ + b.size_ - 1);
  if (&a == &b) {
    _fmpz_poly_sqr(r.data_, a.data_, static_cast<slong>(a.size_));
  } else {
    _fmpz_poly_mul(r.data_, longer.data_, static_cast<slong>(longer.size_), shorter.data_,
                   static_cast<slong>(shorter.size_));
  }
  _fmpz_vec_scalar_fdiv_q_2exp(r.data_, r.data_, static_cast<slong>(r.size_),
                               static_cast<ulong>(shift));
  return r;
}

}  // namespace plumbline
