#include "reference/quantities/parameter_order.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

// BOUND(PARAMETER-ORDER)
// Statement.  For the parameters below, with everything else fixed, the trade-off function of the
//             mechanism, hence that of every composition with it in either direction, moves one way
//             pointwise: delta(eps), total variation and gamma(kappa) move one way, f(alpha) and
//             R(pi) the other, and so does the Delta-divergence from any fixed pair.
// Proof.      f <= f~ pointwise means that (P~, Q~) is a post-processing of (P, Q) (Blackwell 1951,
//             Theorem 10; Dong, Roth, Su 2022, Theorem 2.10). Post-processing one factor of a
//             product post-processes the product, exchanging P and Q keeps the relation, and the
//             symmetrised f of a post-processing is larger as well. So one factor suffices: N
//             Leaving out the last output of M^(N+1) gives M^N. sigma N(x, s^2) plus independent
//             N(0, S^2 - s^2) is N(x, S^2). Applied to the output of a subsampled mechanism it acts
//             on both parts of the mixture. b (laplace) 1/(1 + B^2 t^2) = (1 + b^2 t^2)/(1 + B^2
//             t^2) / (1 + b^2 t^2), and for B > b the first factor, b^2/B^2 + (1 - b^2/B^2)/(1 +
//             B^2 t^2), is the characteristic function of 0 or Lap(0,B) noise at random. b
//             (discrete) The generating function (1-a)^2/((1-az)(1-a/z)), a = e^(-1/b), over that
//             of a smaller a has the factors (1-az)/(1-Az) = 1 + sum (A-a) A^(n-1) z^n, and the
//             same in 1/z: non-negative coefficients, a noise again. sensitivity of continuous
//             noise: the pair depends on sensitivity over scale only. p Q_p' = (1 - p'/p) P +
//             (p'/p) Q_p for p' < p: every test of P against Q_p' has the power (1 - p'/p) alpha +
//             (p'/p)(its power against Q_p), so f_p' = (1 - p'/p)(1 - alpha) + (p'/p) f_p >= f_p.
//             epsilon, k-ary The channels a I + (1-a) J/k with a = (e^eps - 1)/(e^eps + k - 1),
//             increasing randomized response in eps, multiply by multiplying a: the smaller is the
//             larger followed by another of the kind. approximate_dp, f = max(0, 1 - delta - e^eps
//             alpha, e^-eps (1 - delta - alpha), 1 - eta - total_variation_dp alpha) (without the
//             last for approximate_dp), on alpha <= 1 - delta; every term is nonincreasing in
//             epsilon, delta and eta. staircase The same with delta = 0 and its total variation
//             eta. With q = e^-eps and B = 2 gamma + 2 q (1 - gamma): eta = (1-q)(1 - q/B) for
//             gamma <= 1/2, where q/B <= 1 is nondecreasing in q and nonincreasing in gamma; eta =
//             (1-q)/B for gamma >= 1/2, where B increases in q and in gamma. So eta increases in
//             eps, increases in gamma up to 1/2 and decreases beyond. Needed. A bracket by two
//             values of the parameter is then one for the threshold.
struct Row {
  const char* mechanism;
  const char* parameter;
  ParameterOrder order;
};

const Rational kZero(0), kOne(1), kHalf(1, 2);

ParameterOrder scale() { return {true, kZero, std::nullopt}; }
ParameterOrder size() { return {false, kZero, std::nullopt}; }
ParameterOrder share() { return {false, kZero, kOne, false, true}; }

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"gaussian", "sigma", scale()},
      {"gaussian", "sensitivity", size()},
      {"laplace", "b", scale()},
      {"laplace", "sensitivity", size()},
      {"subsampled_gaussian", "sigma", scale()},
      {"subsampled_gaussian", "sensitivity", size()},
      {"subsampled_gaussian", "p", share()},
      {"subsampled_laplace", "b", scale()},
      {"subsampled_laplace", "sensitivity", size()},
      {"subsampled_laplace", "p", share()},
      {"discrete_laplace", "b", scale()},
      {"randomized_response", "epsilon", size()},
      {"approximate_dp", "epsilon", {false, kZero, std::nullopt, true}},
      {"approximate_dp", "delta", {false, kZero, kOne, true, true}},
      {"total_variation_dp", "epsilon", size()},
      {"total_variation_dp", "delta", {false, kZero, kOne, true, true}},
      {"total_variation_dp", "eta", {false, kZero, kOne, true, true}},
      {"staircase", "epsilon", size()},
  };
  return table;
}

std::optional<Rational> value_of(const WrittenFactor& factor, const std::string& name) {
  const auto at = factor.parameters.find(name);
  return at == factor.parameters.end() ? std::nullopt : std::optional(at->second);
}

/// The first double beyond a limit of the range that is irrational.
Rational just_beyond(const Ball& limit, bool above) {
  double x = limit.approximate();
  const auto beyond = [&] {
    const Ball at = Ball::from_binary64(x, limit.precision());
    return above ? certainly_less(limit, at) : certainly_less(at, limit);
  };
  while (std::isfinite(x) && !beyond()) x = std::nextafter(x, above ? HUGE_VAL : -HUGE_VAL);
  return Rational::from_binary64(x);
}

/// For given delta and eta, epsilon has to be large enough, and so on.
ParameterOrder total_variation_order(const WrittenFactor& factor, const std::string& parameter) {
  const auto epsilon = value_of(factor, "epsilon"), delta = value_of(factor, "delta"),
             eta = value_of(factor, "eta");
  const Bits p{128};
  ParameterOrder out{false, kZero, kOne, true, true};
  // (eta - delta)/(1 - delta) <= tanh(epsilon/2)
  if (parameter == "epsilon") {
    if (*eta == *delta) return {false, kZero, std::nullopt};
    const Rational ratio = (*eta - *delta) / (kOne - *delta);
    if (ratio == kOne) throw std::invalid_argument("eta = 1 needs an infinite epsilon");
    const Ball smallest = log1p(Ball(ratio * Rational(2) / (kOne - ratio), p));
    out = {false, just_beyond(smallest, true), std::nullopt};
    out.exact_limits = false;
    return out;
  }
  const Ball x = exp(Ball(*epsilon, p)), tanh = (x - 1) / (x + 1), one = Ball::integer(1, p);
  if (parameter == "eta") {
    const Ball top = Ball(*delta, p) + Ball(kOne - *delta, p) * tanh;
    out.least = *delta;
    out.most = just_beyond(top, false);
    out.most_belongs = out.exact_limits = false;
  } else {
    const Ball bottom = (Ball(*eta, p) - tanh) / (one - tanh);
    out.most = *eta;
    if (bottom.approximate() > 0) {
      out.least = just_beyond(bottom, true);
      out.least_belongs = out.exact_limits = false;
    }
  }
  return out;
}

}  // namespace

ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter) {
  const std::string& name = factor.entry->name;
  if (parameter == "N") return {false, kOne, std::nullopt, true, false, true};
  if (name == "total_variation_dp") return total_variation_order(factor, parameter);
  if (name == "staircase" && parameter == "gamma") {
    const auto gamma = value_of(factor, "gamma");
    if (gamma && *gamma > kHalf) return {true, kHalf, kOne, true, true};
    return {false, kZero, kHalf, true, true};
  }
  for (const Row& row : rows()) {
    if (name == row.mechanism && parameter == row.parameter) return row.order;
  }
  throw std::invalid_argument("no proof that the privacy of " + name + " is monotone in " +
                              parameter + ", so a value of it cannot be certified");
}

}  // namespace plumbline
