/// Random allocation: each record participates in exactly one of t steps, chosen uniformly. With mu =
/// sensitivity/sigma its pair is
///
///     P = N(0, I_t),   Q = (1/t) sum_i N(mu e_i, I_t).
///
/// The loss is nevertheless one-dimensional: under P,
///
///     e^L = S/t,   S = Y_1 + ... + Y_t,   Y = e^{mu Z - mu^2/2} independent, Z ~ N(0,1).
///
/// All computations use the Laplace transform of one step, Phi(u) = E e^{-e^u Y/t}.
#pragma once

#include <memory>
#include <vector>

#include "reference/arithmetic/rational.hpp"

namespace plumbline::allocation {

struct SketchOnce;

struct AllocationLaw {
  Rational mu, t;  ///< mu > 0, t a positive integer
  double mu_approx, t_approx;
  std::shared_ptr<SketchOnce> sketch{};  ///< for sketch_of(): created at first use
};

AllocationLaw law_of(const Rational& mu, const Rational& t);

/// The function weight e^{quadratic mu^2} prod_i Phi(u + shift_i mu^2)^{power_i} of u.
struct Summand {
  struct Factor {
    int shift;
    Rational power;  ///< a positive integer
  };
  Rational weight;
  int quadratic;
  std::vector<Factor> factors;
};

/// The maximum of n in summands(). For this n the sum has 11 terms.
inline constexpr int kMostOrder = 6;

/// Returns E[(S/t)^n e^{-e^u S/t}], 0 <= n <= kMostOrder, as a sum of Summand terms. Throws std::logic_error on other
/// n.
std::vector<Summand> summands(const AllocationLaw& law, int n);

}  // namespace plumbline::allocation
