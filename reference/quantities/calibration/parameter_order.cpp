#include "reference/quantities/calibration/parameter_order.hpp"

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
//             direction (where several take the value, they are moved one after the other, all the
//             same way: Family, by its constructor):
//
//                 N            Leaving out the last output of M^(N+1) gives M^N.
//                 sigma        N(x, s^2) plus independent N(0, S^2 - s^2) is N(x, S^2). Applied to
//                              the output of a subsampled mechanism it acts on both parts of the
//                              mixture, and so does its like on t outputs of random allocation.
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
//                              subsampled(M, p): for any P and Q. With relation=replace the pair of
//                              p' is that of p, followed by a fresh sample of N(0, sigma^2) in
//                              place of the output with probability 1 - p'/p.
//                 mu of skellam, poisson; n of binomial
//                              Sums of independent noises of the kind are of the kind: the larger
//                              is the smaller plus another.
//                 uniform: width, sensitivity
//                              approximate_dp with epsilon = 0, delta = sensitivity/width, at most 1.
//                 exponential_mechanism: epsilon
//                              A smaller range is within a larger one, so that the largest profile
//                              (RANGE-PAIR) increases with it. At a given t
//                                  f = max(0, 1 - e^t alpha, e^{t-eps} (1 - alpha)),
//                              nonincreasing in epsilon.
//                 epsilon,     k-ary: the channel is a I + (1-a) J/k, J all ones, with
//                 randomized       a = (e^eps - 1)/(e^eps + k - 1),
//                 response     which increases in eps. Two such multiply to the one of the product
//                              of their a: that of the smaller a is that of the larger one followed
//                              by another channel of the kind, which keeps the uniform law: so also
//                              for relation=replace_special.
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
std::optional<ParameterOrder> proven_order(const WrittenFactor& factor,
                                           const std::string& parameter) {
  if (parameter == "N") return ParameterOrder{false, Rational(1), std::nullopt, true, false, true};
  if (factor.entry->order == nullptr) return std::nullopt;
  return factor.entry->order(parameter, factor.parameters);
}

}  // namespace

ParameterOrder parameter_order(const WrittenFactor& factor, const std::string& parameter) {
  const std::optional<ParameterOrder> order = proven_order(factor, parameter);
  if (!proved<"PARAMETER-ORDER">(order.has_value())) {
    throw std::invalid_argument(
        "no proof that the privacy of " + factor.entry->name + " is monotone in " + parameter +
        ", so a value of it cannot be certified; vary N (write ^?), or ask at values "
        "of your own");
  }
  return order.value_or(ParameterOrder{});
}

}  // namespace plumbline
