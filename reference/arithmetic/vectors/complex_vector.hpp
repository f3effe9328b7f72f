/// Vectors of complex balls with the few bulk operations that the engines need. FLINT's vector and matrix kernels
/// perform them, an order of magnitude faster than ball-by-ball code.
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
  /// this[i] *= o[i]; the sizes agree.
  void multiply(const ComplexVector& o);
  /// this[i] += o[i]; the sizes agree.
  void add(const ComplexVector& o);
  /// this[i] -= o[i]; the sizes agree.
  void subtract(const ComplexVector& o);
  /// this[i] = this[i]^n for a natural number n.
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

/// 1, x, x^2, ..., x^(n-1), by squarings, so that the relative error of x^k is only proportional to k.
ComplexVector powers(const ComplexBall& x, size_t n, Bits p);

/// sum_k a[k] b[k].
ComplexBall dot(const ComplexVector& a, const ComplexVector& b);

/// For nodes l_j and weights W_j, the values sum_j W_j exp(i k D l_j) for k = 0 .. count-1, as the matrix product of
/// (W_j exp(i q B D l_j))_{q,j} and (exp(i r D l_j))_{j,r}, k = q B + r. D > 0. `poll` is called regularly and may
/// throw to stop the work.
ComplexVector exponential_sums(const ComplexVector& weights, const ComplexVector& nodes,
                               const Ball& D, size_t count, Bits p,
                               const std::function<void()>& poll);

}  // namespace plumbline
