#include "reference/arithmetic/functions/ball_polynomial.hpp"

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

class Polynomial {
 public:
  explicit Polynomial(const std::vector<Ball>& coefficients) : Polynomial() {
    arb_poly_fit_length(p_, static_cast<slong>(coefficients.size()));
    for (size_t i = 0; i < coefficients.size(); ++i) {
      arb_set(p_->coeffs + i, coefficients[i].raw());
    }
    _arb_poly_set_length(p_, static_cast<slong>(coefficients.size()));
  }
  Polynomial() { arb_poly_init(p_); }
  Polynomial(const Polynomial&) = delete;
  Polynomial& operator=(const Polynomial&) = delete;
  ~Polynomial() { arb_poly_clear(p_); }
  arb_poly_struct* raw() { return p_; }

 private:
  arb_poly_t p_;
};

}  // namespace

std::vector<Ball> polynomial_product(const std::vector<Ball>& a, const std::vector<Ball>& b,
                                     Bits p) {
  Polynomial first(a), second(b), product;
  arb_poly_mul(product.raw(), first.raw(), second.raw(), p.n);
  std::vector<Ball> out(a.size() + b.size() - 1, Ball(p));
  for (size_t i = 0; i < out.size(); ++i) {
    arb_poly_get_coeff_arb(out[i].raw(), product.raw(), static_cast<slong>(i));
  }
  return out;
}

}  // namespace plumbline
