#include "reference/quantities/calibration/parameter_order.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

// BOUND(PARAMETER-ORDER)
// Statement.  For the parameters below, with everything else fixed, the trade-off function of the
//             mechanism, hence that of every composition with it in either direction, moves one way
//             pointwise: delta(eps), total variation and gamma(kappa) move one way, f(alpha) and
//             R(pi) the other, and so does the Delta-divergence from any fixed pair. A bracket by
//             two values of the parameter is then one for the threshold.
// Needs.      (a) Two values within one range of the order: the caller; Range and Bracket of
//             calibration.cpp try no others. (b) The same mechanism but for the parameter: Family,
//             by its constructor.
// Proof.      f <= f~ pointwise means that (P~, Q~) is a post-processing of (P, Q) (Blackwell 1951,
//             Theorem 10; Dong, Roth, Su 2022, Theorem 2.10). Post-processing one factor of a
//             product post-processes the product, exchanging P and Q keeps the relation, and the
//             symmetrised f of a post-processing is larger as well. So one factor suffices, in one
//             direction:
//
//                 N            Leaving out the last output of M^(N+1) gives M^N.
//                 sigma        N(x, s^2) plus independent N(0, S^2 - s^2) is N(x, S^2). Applied to
//                              the output of a subsampled mechanism it acts on both parts of the
//                              mixture.
//                 b, laplace   The characteristic functions of the noises, B > b, satisfy
//                                  1/(1 + B^2 t^2) = c(t) / (1 + b^2 t^2),
//                                  c(t) = (1 + b^2 t^2)/(1 + B^2 t^2)
//                                       = b^2/B^2 + (1 - b^2/B^2)/(1 + B^2 t^2),
//                              and c is that of a noise: 0 with probability b^2/B^2, else
//                              Lap(0, B).
//                              Subsampled: as for sigma.
//                 b, discrete  The generating function is (1-a)^2/((1-az)(1-a/z)), a = e^(-1/b).
//                              That of A > a over that of a is (1-A)^2/(1-a)^2 times
//                                  (1-az)/(1-Az) = 1 + sum_{n>=1} (A-a) A^(n-1) z^n
//                              times the same in 1/z: no coefficient is negative and their sum, the
//                              value at z = 1, is 1: a noise again.
//                 sensitivity  Of continuous noise: the pair depends on sensitivity/scale only.
//                 p            Q_p' = (1 - p'/p) P + (p'/p) Q_p for p' < p: every test of P
//                              against Q_p' has the power (1 - p'/p) alpha + (p'/p) times its power
//                              against Q_p, so that
//                                  f_p' = (1 - p'/p)(1 - alpha) + (p'/p) f_p >= f_p.
//                 epsilon,     k-ary: the channel is a I + (1-a) J/k, J all ones, with
//                 randomized       a = (e^eps - 1)/(e^eps + k - 1),
//                 response     which increases in eps. Two such multiply to the one of the product
//                              of their a: that of the smaller a is that of the larger one followed
//                              by another channel of the kind.
//                 approximate_dp, total_variation_dp, each parameter
//                                  f = max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha),
//                                          1 - eta - alpha),
//                              without the last term for approximate_dp. Where f > 0 alpha is less
//                              than 1 - delta, and there every term is nonincreasing in epsilon, in
//                              delta and in eta.
//                 staircase    That f with delta = 0 and eta its total variation. With q = e^-eps
//                              and B = 2 gamma + 2 q (1 - gamma) = 2 q + 2 gamma (1 - q),
//                                  eta = (1-q)(1 - q/B)  for gamma <= 1/2: q/B <= 1 does not
//                                                        decrease in q nor increase in gamma;
//                                  eta = (1-q)/B         for gamma >= 1/2: B is nondecreasing in q
//                                                        and in gamma.
//                              So eta increases in eps, and f decreases as above; and in gamma, on
//                              which eta alone depends, eta increases up to 1/2, then decreases.
//
// Source.     Those named; Ghazi and Issa 2024, Corollary 1 and Section VI-C, for f and eta of the
//             last two lines.
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
  if ((eta && *eta > kOne) || (delta && *delta > kOne) || (eta && delta && *eta < *delta)) {
    throw std::invalid_argument(
        "delta <= eta <= 1 is needed, got delta = " + (delta ? delta->text() : "?") +
        ", eta = " + (eta ? eta->text() : "?"));
  }
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
    if (!certainly_negative(bottom)) {
      out.least = just_beyond(bottom, true);
      out.least_belongs = out.exact_limits = false;
    }
  }
  return out;
}

/// What the table says; nothing where it says nothing.
std::optional<ParameterOrder> proven_order(const WrittenFactor& factor,
                                           const std::string& parameter) {
  const std::string& name = factor.entry->name;
  if (parameter == "N") return ParameterOrder{false, kOne, std::nullopt, true, false, true};
  if (name == "total_variation_dp") return total_variation_order(factor, parameter);
  if (name == "staircase" && parameter == "gamma") {
    const auto gamma = value_of(factor, "gamma");
    if (gamma && *gamma > kHalf) return ParameterOrder{true, kHalf, kOne, true, true};
    return ParameterOrder{false, kZero, kHalf, true, true};
  }
  for (const Row& row : rows()) {
    if (name == row.mechanism && parameter == row.parameter) return row.order;
  }
  return std::nullopt;
}

}  // namespace

ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter) {
  const std::optional<ParameterOrder> order = proven_order(factor, parameter);
  if (!proved<"PARAMETER-ORDER">(order.has_value())) {
    throw std::invalid_argument("no proof that the privacy of " + factor.entry->name +
                                " is monotone in " + parameter +
                                ", so a value of it cannot be certified");
  }
  return order.value_or(ParameterOrder{});
}

}  // namespace plumbline
