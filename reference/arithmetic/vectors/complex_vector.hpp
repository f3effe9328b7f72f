/// Vectors of complex balls with the few bulk operations that the engines need. The vector and matrix functions of
/// FLINT perform them, an order of magnitude faster than code that handles one ball at a time.
#pragma once

#include <cstddef>
#include <functional>

#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

class ComplexVector {
 public:
  ComplexVector() = default;
  ComplexVector(size_t n, Bits p);
  ComplexVector(const ComplexVector& o);
  ComplexVector(ComplexVector&& o) noexcept;
  ComplexVector& operator=(ComplexVector o) noexcept;
  ~ComplexVector();

  size_t size() const { return n_; }
  Bits precision() const { return p_; }
  ComplexBall operator[](size_t i) const;
  void set(size_t i, const ComplexBall& z);
  /// Computes this[i] *= o[i]; the sizes must agree.
  void multiply(const ComplexVector& o);
  /// Computes this[i] += o[i]; the sizes must agree.
  void add(const ComplexVector& o);
  /// Computes this[i] -= o[i]; the sizes must agree.
  void subtract(const ComplexVector& o);
  /// Computes this[i] = this[i]^n for a natural number n.
  void raise(const Rational& n);
  /// Adds a disc of radius e to every entry.
  void widen_all(const UpperBound& e);

  const acb_struct* raw() const { return v_; }
  acb_struct* raw() { return v_; }

 private:
  acb_ptr v_ = nullptr;
  size_t n_ = 0;
  Bits p_{64};
};

/// Returns 1, x, x^2, ..., x^(n-1), computed by squarings, so that the relative error of x^k is only proportional to
/// k.
ComplexVector powers(const ComplexBall& x, size_t n, Bits p);

/// Returns sum_k a[k] b[k].
ComplexBall dot(const ComplexVector& a, const ComplexVector& b);

/// Returns sum_j W_j exp(i k D l_j) for k = 0 .. count-1, for nodes l_j, weights W_j and D > 0. With k = q B + r, the
/// sums are the matrix product of (W_j exp(i q B D l_j))_{q,j} and (exp(i r D l_j))_{j,r}. `poll` is called regularly
/// and may throw to stop the work.
ComplexVector exponential_sums(const ComplexVector& weights, const ComplexVector& nodes,
                               const Ball& D, size_t count, Bits p,
                               const std::function<void()>& poll);

}  // namespace plumbline
