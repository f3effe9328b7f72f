#include "reference/mechanisms/finite/finite_orders.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

constexpr Bits kLimitBits{128};

const Rational kHalf(1, 2);

/// Returns the first double beyond an irrational limit of the range.
Rational just_beyond(const Ball& limit, bool above) {
  double x = limit.approximate();
  const auto beyond = [&] {
    const Ball at = Ball::from_binary64(x, limit.precision());
    return above ? certainly_less(limit, at) : certainly_less(at, limit);
  };
  while (std::isfinite(x) && !beyond()) x = std::nextafter(x, above ? HUGE_VAL : -HUGE_VAL);
  return Rational::from_binary64(x);
}

/// For given delta and eta, epsilon must satisfy (eta - delta)/(1 - delta) <= tanh(epsilon/2).
ParameterOrder order_of_epsilon(const Rational& delta, const Rational& eta) {
  if (eta == delta) return ParameterOrder::size();
  const Rational ratio = (eta - delta) / (kOne - delta);
  if (ratio == kOne) throw std::invalid_argument("eta = 1 needs an infinite epsilon");
  const Ball smallest = log1p(Ball(ratio * Rational(2) / (kOne - ratio), kLimitBits));
  ParameterOrder out{false, just_beyond(smallest, true), std::nullopt};
  out.exact_limits = false;
  return out;
}

Ball half_tanh(const Rational& epsilon) {
  const Ball x = exp(Ball(epsilon, kLimitBits));
  return (x - 1) / (x + 1);
}

ParameterOrder order_of_eta(const Rational& epsilon, const Rational& delta) {
  const Ball top = Ball(delta, kLimitBits) + Ball(kOne - delta, kLimitBits) * half_tanh(epsilon);
  ParameterOrder out{false, delta, just_beyond(top, false), true, false};
  out.exact_limits = false;
  return out;
}

ParameterOrder order_of_delta(const Rational& epsilon, const Rational& eta) {
  const Ball tanh = half_tanh(epsilon), one = Ball::integer(1, kLimitBits);
  const Ball bottom = (Ball(eta, kLimitBits) - tanh) / (one - tanh);
  ParameterOrder out{false, kZero, eta, true, true};
  if (!certainly_negative(bottom)) {
    out.least = just_beyond(bottom, true);
    out.least_belongs = out.exact_limits = false;
  }
  return out;
}

}  // namespace

std::optional<Rational> parameter_or_none(const Parameters& parameters, const std::string& name) {
  const auto at = parameters.find(name);
  return at == parameters.end() ? std::nullopt : std::optional(at->second);
}

// PROOF(PARAMETER-ORDER) each parameter of approximate_dp and total_variation_dp
//             By Ghazi and Issa 2024, Corollary 1,
//
//                 f = max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha), 1 - eta - alpha),
//
//             without the last term for approximate_dp. If f(alpha) > 0, alpha is less than 1 - delta. For these
//             alpha, every term is nonincreasing in epsilon, in delta and in eta.
std::optional<ParameterOrder> order_of_total_variation_dp(const std::string& parameter,
                                                          const Parameters& others) {
  const auto epsilon = parameter_or_none(others, "epsilon"),
             delta = parameter_or_none(others, "delta"), eta = parameter_or_none(others, "eta");
  if ((eta && *eta > kOne) || (delta && *delta > kOne) || (eta && delta && *eta < *delta)) {
    throw std::invalid_argument(
        "delta <= eta <= 1 is needed, got delta = " + (delta ? delta->text() : "?") +
        ", eta = " + (eta ? eta->text() : "?"));
  }
  if (parameter == "epsilon") return order_of_epsilon(*delta, *eta);
  if (parameter == "eta") return order_of_eta(*epsilon, *delta);
  return order_of_delta(*epsilon, *eta);
}

// PROOF(PARAMETER-ORDER) epsilon of randomized_response
//             The k-ary channel is a I + (1-a) J/k, where all entries of J are 1 and
//
//                 a = (e^eps - 1)/(e^eps + k - 1),
//
//             which increases in eps. The product of two such channels is the channel with the product of their a.
//             Hence the channel with the smaller a is the channel with the larger a followed by another channel of
//             this form. That channel preserves the uniform law, so the order also holds for relation=replace_special.
std::optional<ParameterOrder> order_of_randomized_response(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "epsilon") return ParameterOrder::size();
  return std::nullopt;
}

std::optional<ParameterOrder> order_of_approximate_dp(const std::string& parameter,
                                                      const Parameters&) {
  if (parameter == "epsilon") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta") return ParameterOrder{false, kZero, kOne, true, true};
  return std::nullopt;
}

// PROOF(PARAMETER-ORDER) epsilon and gamma of staircase
//             f is the trade-off function of total_variation_dp with delta = 0, where eta is the total variation
//             (Ghazi and Issa 2024, Section VI-C). With q = e^-eps and B = 2 gamma + 2 q (1 - gamma) = 2 q + 2 gamma
//             (1 - q),
//
//                 eta = (1-q)(1 - q/B)  for gamma <= 1/2: q/B <= 1 does not decrease in q nor
//                                       increase in gamma;
//                 eta = (1-q)/B         for gamma >= 1/2: B is nondecreasing in q and in gamma.
//
//             So eta increases in eps, and f does not increase, as for total_variation_dp. gamma affects only eta,
//             which increases in gamma up to 1/2, then decreases.
std::optional<ParameterOrder> order_of_staircase(const std::string& parameter,
                                                 const Parameters& others) {
  if (parameter == "epsilon") return ParameterOrder::size();
  if (parameter != "gamma") return std::nullopt;
  const auto gamma = parameter_or_none(others, "gamma");
  if (gamma && *gamma > kHalf) return ParameterOrder{true, kHalf, kOne, true, true};
  return ParameterOrder{false, kZero, kHalf, true, true};
}

// PROOF(PARAMETER-ORDER) width and the sensitivity of uniform
//             The pair is that of approximate_dp with epsilon = 0 and delta = min(1, sensitivity/width).
std::optional<ParameterOrder> order_of_uniform(const std::string& parameter, const Parameters&) {
  if (parameter == "width") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

// PROOF(PARAMETER-ORDER) b of discrete_laplace
//             The probability generating function is (1-a)^2/((1-az)(1-a/z)), a = e^(-1/b). Its quotient for A > a and
//             for a is (1-A)^2/(1-a)^2 times
//
//                 (1-az)/(1-Az) = 1 + sum_{n>=1} (A-a) A^(n-1) z^n
//
//             times the same series in 1/z. No coefficient is negative, and their sum, the value at z = 1, is 1. Hence
//             the quotient is the generating function of an independent noise.
std::optional<ParameterOrder> order_of_discrete_laplace(const std::string& parameter,
                                                        const Parameters&) {
  if (parameter == "b") return ParameterOrder::scale();
  return std::nullopt;
}

}  // namespace plumbline
