/// Integers of any size and vectors of them, over FLINT's fmpz. They represent fixed-point masses on a lattice. Sums
/// and products are exact; shifts and convolutions round in a stated direction.
#pragma once

#include <cstddef>
#include <utility>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/flint.hpp"

namespace plumbline {

class Integer {
 public:
  Integer() { fmpz_init(z_); }
  explicit Integer(long n) { fmpz_init_set_si(z_, n); }
  Integer(const Integer& o) { fmpz_init_set(z_, o.z_); }
  Integer(Integer&& o) noexcept : Integer() { fmpz_swap(z_, o.z_); }
  Integer& operator=(Integer o) noexcept {
    fmpz_swap(z_, o.z_);
    return *this;
  }
  ~Integer() { fmpz_clear(z_); }

  /// Returns floor(midpoint * 2^shift); 0 if the midpoint is not finite.
  static Integer floor_of_midpoint(const Ball& x, long shift);

  int sign() const { return fmpz_sgn(z_); }
  /// Returns the exact ball n 2^-shift, for any precision.
  Ball scaled(long shift, Bits p) const;
  double approximate() const { return fmpz_get_d(z_); }

  Integer& operator+=(const Integer& o) {
    fmpz_add(z_, z_, o.z_);
    return *this;
  }
  Integer& operator-=(const Integer& o) {
    fmpz_sub(z_, z_, o.z_);
    return *this;
  }
  friend Integer operator+(Integer a, const Integer& b) { return a += b; }
  friend Integer operator-(Integer a, const Integer& b) { return a -= b; }
  friend Integer operator*(const Integer& a, const Integer& b) {
    Integer r;
    fmpz_mul(r.z_, a.z_, b.z_);
    return r;
  }
  friend Integer operator-(Integer a) {
    fmpz_neg(a.z_, a.z_);
    return a;
  }
  friend bool operator<(const Integer& a, const Integer& b) { return fmpz_cmp(a.z_, b.z_) < 0; }
  friend bool operator<=(const Integer& a, const Integer& b) { return fmpz_cmp(a.z_, b.z_) <= 0; }
  /// Return floor(a / 2^shift) and ceil(a / 2^shift), shift >= 0.
  friend Integer floor_shift(Integer a, long shift) {
    fmpz_fdiv_q_2exp(a.z_, a.z_, static_cast<ulong>(shift));
    return a;
  }
  friend Integer ceil_shift(Integer a, long shift) {
    fmpz_cdiv_q_2exp(a.z_, a.z_, static_cast<ulong>(shift));
    return a;
  }

  const fmpz* raw() const { return z_; }
  fmpz* raw() { return z_; }

 private:
  fmpz_t z_;
};

class IntegerVector {
 public:
  /// Constructs a vector of zeros.
  explicit IntegerVector(size_t size);
  IntegerVector(const IntegerVector& o);
  IntegerVector(IntegerVector&& o) noexcept
      : data_(std::exchange(o.data_, nullptr)), size_(std::exchange(o.size_, 0)) {}
  IntegerVector& operator=(IntegerVector o) noexcept {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
    return *this;
  }
  ~IntegerVector();

  size_t size() const { return size_; }
  Integer get(size_t i) const;
  void set(size_t i, const Integer& value);
  Integer sum() const;
  /// Returns the elements first .. first + count - 1.
  IntegerVector slice(size_t first, size_t count) const;

  /// Returns floor(2^-shift sum_{j+k=i} a_j b_k), i = 0 .. size(a) + size(b) - 2.
  friend IntegerVector convolution(const IntegerVector& a, const IntegerVector& b, long shift);

 private:
  fmpz* data_;
  size_t size_;
};

}  // namespace plumbline
