#include "reference/engines/fourier_kernel.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::fourier {

Kernel kernel_of(Question question) {
  switch (question) {
    case Question::P_above:
    case Question::P_below:
      return Kernel::P_tail;
    case Question::Q_above:
    case Question::Q_below:
      return Kernel::Q_tail;
    default:
      return Kernel::profile;
  }
}

const std::vector<Pole>& poles(Kernel kernel) {
  static const std::vector<Pole> profile = {{1, -1}, {0, +1}}, P = {{0, -1}}, Q = {{1, -1}};
  return kernel == Kernel::profile ? profile : kernel == Kernel::P_tail ? P : Q;
}

int sigma(Kernel kernel) { return kernel == Kernel::P_tail ? 0 : 1; }

ComplexBall reciprocal_denominator(Kernel kernel, const ComplexBall& s) {
  const ComplexBall one(Ball::integer(1, s.precision()));
  if (kernel == Kernel::P_tail) return one / s;
  if (kernel == Kernel::Q_tail) return one / (s - one);
  return one / (s * (s - one));
}

int sign(Kernel kernel, double x) {
  if (kernel == Kernel::profile) return x > 1 || x < 0 ? 1 : -1;
  return x > sigma(kernel) ? 1 : -1;
}

// BOUND(CHERNOFF)
// Statement.  |G_x(t)| <= kappa(x) K(x) e^{t(sigma-x)} with
//                 kappa = 1                        for the tails, and the profile with 0 < x < 1,
//                 kappa = (x-1)^{x-1} / x^x        for the profile with x > 1,
//                 kappa = |x|^{|x|} / (1-x)^{1-x}  for the profile with x < 0.
// Needs.      x is not 0 or 1, where a region ends: the caller. At these points kappa = 1 is still the bound for the
//             closure of the region.
// Proof.      With r = e^{S-t} and E over the measure:
//                 P_tail:  1{r > 1} <= r^x (x > 0),         1{r <= 1} <= r^x (x < 0),
//                 Q_tail:  r 1{r > 1} <= r^x (x > 1),       r 1{r <= 1} <= r^x (x < 1),
//                 profile: (r-1)_+ <= kappa r^x (x > 1),    min(r, 1) <= r^x (0 < x < 1),
//                          (1-r)_+ <= kappa r^x (x < 0):
//             (r-1) r^{-x} on r > 1 is largest at r = x/(x-1), with the value kappa, and so is (1-r) r^{-x} on r < 1
//             for x < 0. Take E times e^{t sigma}: E r^x = K(x) e^{-tx}.
// Source.     Elementary; Chernoff 1952.
Ball chernoff_constant(Kernel kernel, double x, Bits p) {
  if (kernel != Kernel::profile || (x >= 0 && x <= 1)) {
    return bound_number<"CHERNOFF">(Ball::integer(1, p));
  }
  const Ball q = Ball::from_binary64(x, p);
  const Ball one = Ball::integer(1, p);
  const Ball larger = x > 1 ? q : one - q, smaller = larger - one;
  return bound_number<"CHERNOFF">(exp(smaller * log(smaller) - larger * log(larger)));
}

double log_chernoff_constant(Kernel kernel, double x) {
  if (kernel != Kernel::profile || (x >= 0 && x <= 1)) return 0;
  const double smaller = x > 1 ? x - 1 : -x;
  // Computes smaller log smaller - larger log larger, without cancellation.
  return -smaller * std::log1p(1 / smaller) - std::log(smaller + 1);
}

Ball from_region(Question question, double c, const Ball& G, const Ball& t, const Masses& masses) {
  const Ball zero(G.precision());
  const Ball &P = masses.P, &Q = masses.Q;
  const auto level = [&] { return exp(t) * P; };
  switch (question) {
    case Question::delta:
      return G + (c < 1 ? Q : zero) - (c < 0 ? level() : zero);
    case Question::one_minus_delta:
      return (c > 1 ? Q : zero) - G + (c < 0 ? level() : zero);
    case Question::excess:
      return G - (c > 1 ? Q : zero) + (c > 0 ? level() : zero);
    case Question::P_above:
      return G + (c < 0 ? P : zero);
    case Question::P_below:
      return (c > 0 ? P : zero) - G;
    case Question::Q_above:
      return G + (c < 1 ? Q : zero);
    case Question::Q_below:
      return (c > 1 ? Q : zero) - G;
  }
  return Ball::indeterminate(G.precision());
}

}  // namespace plumbline::fourier
