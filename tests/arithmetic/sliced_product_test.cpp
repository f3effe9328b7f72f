/// Products by digit slices compared with FLINT's, and cases that attain their error bound.
#include "reference/arithmetic/vectors/sliced_product.hpp"

#include <cmath>

#include "reference/arithmetic/flint.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::Random;

namespace {

class Matrix {
 public:
  Matrix(size_t rows, size_t columns) {
    acb_mat_init(m_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() { acb_mat_clear(m_); }
  acb_struct* at(size_t i, size_t j) {
    return acb_mat_entry(m_, static_cast<slong>(i), static_cast<slong>(j));
  }
  acb_mat_struct* raw() { return m_; }

 private:
  acb_mat_t m_;
};

/// Draws an entry of modulus between e^-60 and e^20; some are zero, some wide, some have many bits.
void random_entry(Random& random, acb_struct* z) {
  const auto part = [&](arb_struct* x) {
    if (random.integer(0, 9) == 0) return;
    const double sign = random.integer(0, 1) == 0 ? 1 : -1;
    arb_set_d(x, sign * random.log_uniform(1e-26, 1e9));
    if (random.integer(0, 3) > 0) arb_div_ui(x, x, 3, 300);
    if (random.integer(0, 2) > 0) {
      mag_set_d(arb_radref(x), random.log_uniform(1e-40, 1e-3));
    } else {
      mag_zero(arb_radref(x));
    }
  };
  part(acb_realref(z));
  part(acb_imagref(z));
}

}  // namespace

TEST_CASE("sliced product: encloses what FLINT's product at many bits encloses",
          "[arithmetic][SLICED-PRODUCT]") {
  Random random(91);
  for (int round = 0; round < 12 * testing::iterations(1); ++round) {
    const size_t h = static_cast<size_t>(random.integer(1, 9));
    const size_t J = static_cast<size_t>(random.integer(1, 70));
    const size_t w = static_cast<size_t>(random.integer(1, 21));
    const Bits p{random.integer(10, 220)};
    Matrix left(h, J), right(J, w), product(h, w), sample(h, w), a(h, J), b(J, w);
    for (size_t j = 0; j < J; ++j) {
      for (size_t q = 0; q < h; ++q) random_entry(random, left.at(q, j));
      for (size_t r = 0; r < w; ++r) random_entry(random, right.at(j, r));
    }
    const auto factor = SlicedFactor::of(right.raw(), p);
    REQUIRE(factor.has_value());
    REQUIRE(factor->multiply_left(left.raw(), product.raw()));
    // Checks points of the balls: their ends.
    const auto end_of = [&](arb_struct* out, const arb_struct* x) {
      if (random.integer(0, 1) == 0) {
        arb_get_ubound_arf(arb_midref(out), x, 400);
      } else {
        arb_get_lbound_arf(arb_midref(out), x, 400);
      }
      if (!arb_contains(x, out)) arb_get_mid_arb(out, x);
    };
    for (size_t j = 0; j < J; ++j) {
      for (size_t q = 0; q < h; ++q) {
        end_of(acb_realref(a.at(q, j)), acb_realref(left.at(q, j)));
        end_of(acb_imagref(a.at(q, j)), acb_imagref(left.at(q, j)));
      }
      for (size_t r = 0; r < w; ++r) {
        end_of(acb_realref(b.at(j, r)), acb_realref(right.at(j, r)));
        end_of(acb_imagref(b.at(j, r)), acb_imagref(right.at(j, r)));
      }
    }
    acb_mat_mul(sample.raw(), a.raw(), b.raw(), 2000);
    for (size_t q = 0; q < h; ++q) {
      for (size_t r = 0; r < w; ++r) {
        CAPTURE(round, h, J, w, p.n, q, r);
        CHECK(acb_overlaps(product.at(q, r), sample.at(q, r)) != 0);
      }
    }
  }
}

TEST_CASE("sliced product: digits cut off at their worst all but fill the bound",
          "[arithmetic][SLICED-PRODUCT]") {
  // All digits maximal: a = b = 1 - 2^-500 in every part, with signs that avoid cancellation.
  for (const long bits : {30L, 61L, 102L}) {
    const size_t J = 40;
    Matrix left(1, J), right(J, 1), product(1, 1), exact(1, 1);
    arb_t almost;
    arb_init(almost);
    arb_one(almost);
    arb_mul_2exp_si(almost, almost, -500);
    arb_sub_ui(almost, almost, 1, 600);
    arb_neg(almost, almost);
    for (size_t j = 0; j < J; ++j) {
      acb_set_arb_arb(right.at(j, 0), almost, almost);
      acb_set_arb_arb(left.at(0, j), almost, almost);
      arb_neg(acb_imagref(left.at(0, j)), almost);
    }
    arb_clear(almost);
    const auto factor = SlicedFactor::of(right.raw(), Bits{bits});
    REQUIRE(factor.has_value());
    REQUIRE(factor->multiply_left(left.raw(), product.raw()));
    acb_mat_mul(exact.raw(), left.raw(), right.raw(), 3000);
    CHECK(acb_contains(product.at(0, 0), exact.at(0, 0)) != 0);
    arb_t gap;
    arb_init(gap);
    arb_sub(gap, acb_realref(exact.at(0, 0)), acb_realref(product.at(0, 0)), 3000);
    arf_t middle;
    arf_init(middle);
    arf_set(middle, arb_midref(gap));
    const double off = std::fabs(arf_get_d(middle, ARF_RND_NEAR));
    const double allowed = mag_get_d(arb_radref(acb_realref(product.at(0, 0))));
    CAPTURE(bits, off, allowed);
    CHECK(off > 0.5 * allowed);
    arf_clear(middle);
    arb_clear(gap);
  }
}

TEST_CASE("sliced product: what it cannot take it refuses", "[arithmetic][SLICED-PRODUCT]") {
  Matrix right(2, 2), left(2, 2), product(2, 2);
  CHECK_FALSE(SlicedFactor::of(right.raw(), Bits{1000}).has_value());
  const auto zero = SlicedFactor::of(right.raw(), Bits{64});
  REQUIRE(zero.has_value());
  REQUIRE(zero->multiply_left(left.raw(), product.raw()));
  CHECK(acb_contains_zero(product.at(1, 1)) != 0);
  arb_indeterminate(acb_realref(left.at(0, 1)));
  CHECK_FALSE(zero->multiply_left(left.raw(), product.raw()));
  arb_pos_inf(acb_imagref(right.at(1, 0)));
  CHECK_FALSE(SlicedFactor::of(right.raw(), Bits{64}).has_value());
}
