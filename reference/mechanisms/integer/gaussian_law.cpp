#include "reference/mechanisms/integer/gaussian_law.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/gaussian/gaussian_sum.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

class DiscreteGaussianLaw final : public IntegerLaw {
 public:
  explicit DiscreteGaussianLaw(const Rational& variance)
      : lambda_(Rational(1) / (variance * Rational(2))),
        deviation_(std::sqrt(variance.approximate())),
        log_total_(std::log(gaussian_total(Bits{64}).approximate())) {}

  std::vector<Ball> masses(long from, long to, Bits p) const override {
    const Bits work = p + 16;
    const Ball total = gaussian_total(work), lambda(lambda_, work);
    std::vector<Ball> out;
    for (long x = from; x <= to; ++x) {
      poll_here(x);
      out.push_back(exp(-(lambda * Ball(Rational(x) * Rational(x), work))) / total);
    }
    return out;
  }
  // BOUND(GAUSSIAN-LAW)
  // Statement.  f is log-concave, and e^{L(y+1)-L(y)} = e^{D/sigma^2} for all y.
  // Needs.      Nothing.
  // Proof.      log f is a quadratic polynomial, and L(y) = (2yD - D^2)/(2 sigma^2).
  // Source.     Elementary.
  Ball growth(long, long D, Bits p) const override {
    return bound_number<"GAUSSIAN-LAW">(exp(Ball(lambda_ * Rational(2 * D), p)));
  }
  std::optional<long> twice_centre() const override { return 0; }
  double mean() const override { return 0; }
  double deviation() const override { return deviation_; }
  double log_mass(double x) const override {
    return -x * x / (2 * deviation_ * deviation_) - log_total_;
  }

 private:
  Ball gaussian_total(Bits p) const { return gaussian_tail_sum(lambda_, Rational(1), p) * 2 + 1; }
  Rational lambda_;
  double deviation_, log_total_;
};

}  // namespace

std::shared_ptr<const IntegerLaw> discrete_gaussian_law(const Rational& variance) {
  return std::make_shared<DiscreteGaussianLaw>(variance);
}

}  // namespace plumbline
