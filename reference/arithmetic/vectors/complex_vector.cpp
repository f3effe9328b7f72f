#include "reference/arithmetic/vectors/complex_vector.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/vectors/sliced_product.hpp"

namespace plumbline {

ComplexVector::ComplexVector(size_t n, Bits p)
    : v_(n == 0 ? nullptr : _acb_vec_init(static_cast<slong>(n))), n_(n), p_(p) {}
ComplexVector::ComplexVector(const ComplexVector& o) : ComplexVector(o.n_, o.p_) {
  if (n_ > 0) _acb_vec_set(v_, o.v_, static_cast<slong>(n_));
}
ComplexVector::ComplexVector(ComplexVector&& o) noexcept
    : v_(std::exchange(o.v_, nullptr)), n_(std::exchange(o.n_, 0)), p_(o.p_) {}
ComplexVector& ComplexVector::operator=(ComplexVector o) noexcept {
  std::swap(v_, o.v_);
  std::swap(n_, o.n_);
  std::swap(p_, o.p_);
  return *this;
}
ComplexVector::~ComplexVector() {
  if (v_ != nullptr) _acb_vec_clear(v_, static_cast<slong>(n_));
}

ComplexBall ComplexVector::operator[](size_t i) const {
  ComplexBall z(p_);
  acb_set(z.raw(), v_ + i);
  return z;
}

void ComplexVector::set(size_t i, const ComplexBall& z) { acb_set(v_ + i, z.raw()); }

void ComplexVector::multiply(const ComplexVector& o) {
  for (size_t i = 0; i < n_; ++i) acb_mul(v_ + i, v_ + i, o.v_ + i, p_.n);
}

void ComplexVector::add(const ComplexVector& o) {
  for (size_t i = 0; i < n_; ++i) acb_add(v_ + i, v_ + i, o.v_ + i, p_.n);
}

void ComplexVector::subtract(const ComplexVector& o) {
  for (size_t i = 0; i < n_; ++i) acb_sub(v_ + i, v_ + i, o.v_ + i, p_.n);
}
void ComplexVector::raise(const Rational& n) {
  for (size_t i = 0; i < n_; ++i) acb_pow_fmpz(v_ + i, v_ + i, fmpq_numref(n.raw()), p_.n);
}

void ComplexVector::widen_all(const UpperBound& e) {
  for (size_t i = 0; i < n_; ++i) acb_add_error_mag(v_ + i, e.raw());
}

ComplexVector powers(const ComplexBall& x, size_t n, Bits p) {
  ComplexVector v(n, p);
  if (n > 0) _acb_vec_set_powers(v.raw(), x.raw(), static_cast<slong>(n), p.n);
  return v;
}

ComplexBall dot(const ComplexVector& a, const ComplexVector& b) {
  ComplexBall r(wider(a.precision(), b.precision()));
  acb_dot(r.raw(), nullptr, 0, a.raw(), 1, b.raw(), 1,
          static_cast<slong>(std::min(a.size(), b.size())), r.precision().n);
  return r;
}

namespace {

/// An initialised acb_mat_t with RAII.
class Matrix {
 public:
  Matrix(size_t rows, size_t cols) { acb_mat_init(m_, to(rows), to(cols)); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { acb_mat_clear(m_); }
  acb_ptr at(size_t i, size_t j) { return acb_mat_entry(m_, to(i), to(j)); }
  acb_mat_struct* raw() { return m_; }

 private:
  static slong to(size_t n) { return static_cast<slong>(n); }
  acb_mat_t m_;
};

/// Returns exp(i t l).
ComplexBall rotation(const Ball& t, const ComplexBall& l, Bits p) {
  ComplexBall z = l * t;
  acb_mul_onei(z.raw(), z.raw());
  acb_exp(z.raw(), z.raw(), p.n);
  return z;
}

constexpr long kLongNumbers = 2000;  // bits of a number that counts as long
constexpr size_t kSmallProduct =
    40;  // number of rows, columns and terms up to which FLINT's own choice of algorithm is best

/// The shape of the matrix products: the k-th sum is in row k / columns and column k mod columns.
struct Shape {
  size_t columns, rows_at_once, nodes_at_once;
};

/// Returns a shape whose products take a short time each, because FLINT's products do not poll.
Shape shape_for(size_t count, Bits p) {
  const auto root = static_cast<size_t>(std::sqrt(static_cast<double>(count)));
  if (SlicedFactor::covers(p)) {
    constexpr size_t kEntries = 1 << 18, kRows = 64;  // entries of both factors: bounds the memory
    const size_t columns = std::clamp<size_t>(root, 1, 256);
    const size_t most = std::max<size_t>(SlicedFactor::most_rows(p), 256);
    return {columns, kRows, std::min(kEntries / (columns + kRows), most)};
  }
  // FLINT computes large products of long numbers modulo small primes.
  if (p.n > kLongNumbers && root > kSmallProduct) {
    return {std::min<size_t>(root, 64), 64, 128};
  }
  // A product with this many terms takes about 0.1 s. With long numbers, products below 64 by 64 lose no time.
  if (p.n > kLongNumbers) {
    return {std::clamp<size_t>(root, 1, 32), 32,
            std::max<size_t>(80000 / static_cast<size_t>(p.n), 4)};
  }
  const double x = static_cast<double>(p.n) / 1000;
  const auto terms = static_cast<size_t>(1e6 / (0.5 + 2.7 * x + 0.5 * x * x));
  return {std::clamp<size_t>(root, 1, 64), 64, std::max<size_t>(terms / (64 * 64), 44)};
}

void multiply(Matrix& left, Matrix& right, const std::optional<SlicedFactor>& sliced, Bits p,
              Matrix* product) {
  if (sliced && sliced->multiply_left(left.raw(), product->raw())) return;
  const slong least =
      std::min({acb_mat_nrows(left.raw()), acb_mat_nrows(right.raw()), acb_mat_ncols(right.raw())});
  const bool large = p.n > kLongNumbers && least > static_cast<slong>(kSmallProduct);
  (large ? acb_mat_mul_reorder : acb_mat_mul)(product->raw(), left.raw(), right.raw(), p.n);
}

/// Returns the powers of z with the exponents 1, 2, 4, ... that are needed for this number of rows.
std::vector<ComplexVector> powers_of_two(ComplexVector z, size_t rows, Bits p,
                                         const std::function<void()>& poll) {
  std::vector<ComplexVector> out{std::move(z)};
  for (size_t k = 1; (size_t{1} << k) < rows; ++k) {
    out.push_back(out.back());
    for (size_t j = 0; j < out.back().size(); ++j) {
      acb_struct* const x = out.back().raw() + j;
      acb_mul(x, x, x, p.n);
    }
    poll();
  }
  return out;
}

/// Adds the sums over the nodes [from, to) to `out`.
void add_exponential_sums(const ComplexVector& weights, const ComplexVector& nodes, size_t from,
                          size_t to, const Ball& D, Bits p, const Shape& shape,
                          const std::function<void()>& poll, ComplexVector& out) {
  const size_t J = to - from, count = out.size(), B = shape.columns;
  const size_t rows = (count + B - 1) / B;
  const Bits sum = out.precision();  // precision of the sum; single blocks may have less
  Matrix right(J, B);
  ComplexVector stride(J, p), current(J, p);
  const Ball BD = D * static_cast<long>(B);
  // Up to this number of columns, exp(i B D l) is computed as a product: the bits lost are cheaper than an exponential.
  constexpr size_t kFewColumns = 16;
  for (size_t j = 0; j < J; ++j) {
    const ComplexBall l = nodes[from + j];
    const ComplexBall turn = rotation(D, l, p);
    _acb_vec_set_powers(right.at(j, 0), turn.raw(), static_cast<slong>(B), p.n);
    if (rows > 1 && B <= kFewColumns) {
      acb_mul(stride.raw() + j, right.at(j, B - 1), turn.raw(), p.n);
    } else if (rows > 1) {
      stride.set(j, rotation(BD, l, p));
    }
    current.set(j, weights[from + j]);
    if (j % 64 == 0) poll();
  }
  const std::vector<ComplexVector> strides =
      powers_of_two(std::move(stride), std::min(rows, shape.rows_at_once), p, poll);
  const auto sliced = SlicedFactor::of(right.raw(), p);
  for (size_t q0 = 0; q0 < rows; q0 += shape.rows_at_once) {
    const size_t height = std::min(shape.rows_at_once, rows - q0);
    if (q0 > 0) {
      // Restarts from accurate exponentials, because a recurrence would lose bits with every block.
      const Ball shift = BD * static_cast<long>(q0);
      for (size_t j = 0; j < J; ++j) {
        acb_mul(current.raw() + j, weights.raw() + from + j,
                rotation(shift, nodes[from + j], p).raw(), p.n);
        if (j % 64 == 0) poll();
      }
    }
    Matrix left(height, J), product(height, B);
    for (size_t j = 0; j < J; ++j) acb_set(left.at(0, j), current.raw() + j);
    for (size_t q = 1; q < height; ++q) {
      // Splits off the largest power of two in q, so that products have few factors: radii grow with every factor.
      const size_t k = std::bit_width(q) - 1;
      const acb_srcptr turn = strides[k].raw();
      for (size_t j = 0; j < J; ++j) {
        acb_mul(left.at(q, j), left.at(q - (size_t{1} << k), j), turn + j, p.n);
      }
      if (q % 16 == 0) poll();
    }
    multiply(left, right, sliced, p, &product);
    poll();
    for (size_t q = 0; q < height; ++q) {
      for (size_t r = 0; r < B; ++r) {
        const size_t k = (q0 + q) * B + r;
        if (k < count) acb_add(out.raw() + k, out.raw() + k, product.at(q, r), sum.n);
      }
    }
  }
}

/// Returns approximately log2 of the largest entry of [from, to), which chooses the precision and enters no bound.
double log2_largest(const ComplexVector& weights, size_t from, size_t to) {
  UpperBound largest;
  for (size_t j = from; j < to; ++j) largest = larger(largest, weights[j].magnitude());
  return largest.log_approximate() / std::log(2.0);
}

/// Returns the number of significant bits for a block of weights, from log2 of the largest weight of the block and log2
/// of the largest weight of all. The rounding error of the block, which the balls include, is then below that of the
/// other blocks.
Bits bits_of_block(Bits p, double log2_block, double log2_all) {
  constexpr long kSpare = 12, kFewest = 128;
  const double below = log2_all - log2_block;
  if (!(below > static_cast<double>(kSpare))) return p;
  const double most = static_cast<double>(p.n);
  return Bits{std::max(kFewest, p.n - static_cast<long>(std::min(below, most)) + kSpare)};
}

}  // namespace

ComplexVector exponential_sums(const ComplexVector& weights, const ComplexVector& nodes,
                               const Ball& D, size_t count, Bits p,
                               const std::function<void()>& poll) {
  ComplexVector out(count, p);
  if (count == 0) return out;
  const Shape shape = shape_for(count, p);
  // Blocks have their own precision only if the numbers are long.
  const double largest = p.n > kLongNumbers ? log2_largest(weights, 0, weights.size()) : 0;
  for (size_t from = 0; from < nodes.size(); from += shape.nodes_at_once) {
    const size_t to = std::min(nodes.size(), from + shape.nodes_at_once);
    const Bits own =
        p.n > kLongNumbers ? bits_of_block(p, log2_largest(weights, from, to), largest) : p;
    add_exponential_sums(weights, nodes, from, to, D, own, shape, poll, out);
  }
  return out;
}

}  // namespace plumbline
