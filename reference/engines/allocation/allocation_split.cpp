#include "reference/engines/allocation/allocation_split.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"
#include "reference/mechanisms/allocation/allocation_moments.hpp"

namespace plumbline {
namespace {

constexpr double kMostSplitBits = 5e4;

/// Returns the number of bits that cancellation in the moments loses: the factor X of BOUND(ALLOCATION-SPLIT) deviates
/// from 1 by approximately mu^2/sqrt(2t).
double bits_of_moments(const SplitLoss& loss, long n) {
  double least = 0;
  for (const ShownSteps::Epochs& e : loss.epochs) {
    const double log_size =
        2 * std::log2(e.mu.approximate()) - std::log2(2 * e.t.approximate()) / 2;
    least = std::min(least, log_size);
  }
  return static_cast<double>(n) * (2 - least);
}

/// The call price C of BOUND(ALLOCATION-SPLIT) at 1, and the terms of its derivatives there.
struct CallPrice {
  Ball s, d, density;  ///< d = d(1), density = C''(1)
  Ball value;          ///< C(1), 1 - C(1) or the put price, as requested
};

CallPrice call_price(Question question, const Real& t, const SplitLoss& loss, Bits q) {
  const Ball s = sqrt(Ball(loss.variance, q)), log_k = t(q), k = exp(log_k);
  const Ball d = s / 2 - log_k / s, below = d - s;
  CallPrice out{s, d, normal_density(d) / s, Ball(q)};
  switch (question) {
    case Question::delta:
      out.value = normal_cdf(d) - k * normal_cdf(below);
      break;
    case Question::one_minus_delta:
      out.value = normal_survival(d) + k * normal_cdf(below);
      break;
    case Question::excess:
      out.value = k * normal_survival(below) - normal_survival(d);
      break;
    default:
      throw std::logic_error("not a question about the profile");
  }
  return out;
}

/// Returns sum_{j=2}^{n-1} C^(j)(1) M_j/j!. Here C^(j+2)(x) = x^-j C''(x) p_j(d(x)) with p_0 = 1 and p_{j+1} = p_j'/s
/// - (j + 1 + d/s) p_j, because d'(x) = 1/(s x).
Ball taylor_terms(const CallPrice& price, const std::vector<Ball>& M) {
  const Bits q = price.s.precision();
  const size_t n = M.size() - 1;
  const Ball per_s = Ball::integer(1, q) / price.s;
  std::vector<Ball> p{Ball::integer(1, q)};
  Ball sum(q), factorial = Ball::integer(2, q);
  for (size_t j = 0; j + 2 < n; ++j) {
    if (j > 0) factorial = factorial * static_cast<long>(j + 2);
    Ball at_d(q);
    for (size_t i = p.size(); i-- > 0;) at_d = at_d * price.d + p[i];
    sum += at_d * M[j + 2] / factorial;
    std::vector<Ball> next(p.size() + 1, Ball(q));
    for (size_t i = 0; i < p.size(); ++i) {
      next[i] = next[i] - p[i] * static_cast<long>(j + 1);
      next[i + 1] = next[i + 1] - p[i] * per_s;
      if (i > 0) next[i - 1] += p[i] * per_s * static_cast<long>(i);
    }
    p = std::move(next);
  }
  return sum * price.density;
}

// BOUND(ALLOCATION-SPLIT)
// Statement.  Let M consist of N epochs of random allocation, of t_i steps with mu_i, and Gaussian pairs of
//             mu_g. Then e^S = X G under P with X and G independent, log G = s Z - s^2/2 for a normal Z,
//             s^2 = sum mu_i^2/t_i + sum mu_g^2, X > 0, and E X^k = prod_i E[(S_i/t_i)^k] e^{-k(k-1)
//             mu_i^2/(2 t_i)}. With k = e^t, d(x) = log(x/k)/s + s/2, C(x) = x Phi(d(x)) - k Phi(d(x) - s)
//             and M_j = E (X - 1)^j, for even n >= 4
//
//                 | delta(t) - C(1) - sum_{j=2}^{n-1} C^(j)(1) M_j/j! | <= D M_n/n!,
//                 D = e^{(n-1) s d(1) + (n-1)^2 s^2/2} (E prod_{m=1}^{n-2} (m^2 + Z^2/s^2))^{1/2}/(s sqrt(2 pi)),
//
//             and excess(t) - (k - 1 + C(1)) and 1 - delta(t) - (1 - C(1)) differ from the same sum (the last
//             one with the other sign) by no more.
// Needs.      s > 0, each t_i >= 1: the registry. n even and at least 4: checked here.
// Proof.      S_i = sum_j e^{mu Z_j - mu^2/2}. The mean m of the Z_j is N(0, 1/t) and independent of the Z_j - m. So
//             S/t = e^{mu m - mu^2/(2t)} X_i with independent factors, where the first factor has mean 1 and k-th
//             moment e^{k(k-1) mu^2/(2t)}. The product of such factors is log-normal. E X = 1. Given X = x, delta(t)
//             = E (e^S - k)_+ is C(x) (Black and Scholes), so delta = E C(X), and M_1 = 0. The remainder of Taylor's
//             formula is at most the maximum of |C^(n)| times E (X - 1)^n/n!, because n is even.
//
//             Now C''(x) = phi(d(x))/(x s). Moving the line of phi(d) = (1/2 pi) int e^{iwd - w^2/2} dw up by a =
//             -(n-1) s gives C''(x) = e^{a^2/2 - a d(1)}/(2 pi s) int e^{-w^2/2 - i w a + i w d(1)} x^{n - 2 + iw/s}
//             dw. In its derivative of order n - 2 the integrand has the factor x^{iw/s} prod_{m=1}^{n-2} (m + iw/s).
//             Take moduli and use E sqrt <= sqrt E. The put price and 1 - C differ from C and -C by linear functions
//             of x, whose means are known.
// Source.     This project's.
UpperBound remainder(const CallPrice& price, const std::vector<Ball>& M) {
  const Bits q = price.s.precision();
  const long n = static_cast<long>(M.size()) - 1;
  const Ball w = Ball::integer(1, q) / square(price.s), one = Ball::integer(1, q);
  std::vector<Ball> product{one};  // coefficients of the powers of Z^2
  Ball factorial = one;
  for (long m = 1; m <= n; ++m) factorial = factorial * m;
  for (long m = 1; m <= n - 2; ++m) {
    std::vector<Ball> next(product.size() + 1, Ball(q));
    for (size_t i = 0; i < product.size(); ++i) {
      next[i] += product[i] * m * m;
      next[i + 1] += product[i] * w;
    }
    product = std::move(next);
  }
  Ball mean(q), odd = one;  // E Z^{2i} = 1 3 5 ... (2i-1)
  for (size_t i = 0; i < product.size(); ++i) {
    if (i > 0) odd = odd * static_cast<long>(2 * i - 1);
    mean += product[i] * odd;
  }
  const Ball steps = price.s * (n - 1), root = sqrt(Ball::pi(q) * 2);
  const Ball most = exp(steps * price.d + square(steps) / 2) * sqrt(mean) / (price.s * root);
  return bound<"ALLOCATION-SPLIT">(UpperBound::of(most * M.back() / factorial));
}

}  // namespace

// M_k is the k-th difference of the moments of X.
std::vector<Ball> moments_of_rest(const SplitLoss& loss, long n, Bits p) {
  std::vector<Ball> moment(static_cast<size_t>(n) + 1, Ball::integer(1, p));
  for (const ShownSteps::Epochs& e : loss.epochs) {
    const auto own = allocation::moments(allocation::law_of(e.mu, e.t), n, p);
    const Ball rate = square(Ball(e.mu, p)) / (Ball(e.t, p) * 2);
    for (size_t k = 0; k < moment.size(); ++k) {
      const long i = static_cast<long>(k);
      moment[k] = moment[k] * power(own[k] * exp(-(rate * i * (i - 1))), e.count);
    }
  }
  std::vector<Ball> out;
  for (size_t left = moment.size(); left > 0; --left) {
    out.push_back(moment.front());
    for (size_t i = 0; i + 1 < left; ++i) moment[i] = moment[i + 1] - moment[i];
  }
  return out;
}

namespace {

/// Returns the working precision; nothing if too many bits are needed.
std::optional<Bits> bits_of_split(const SplitLoss& loss, long n, Bits p) {
  if (n < 4 || n % 2 != 0)
    throw std::logic_error("the number of moments must be even and at least 4");
  const double bits = bits_of_moments(loss, n);
  if (!(bits < kMostSplitBits)) return std::nullopt;
  return p + static_cast<long>(bits) + 64;
}

Ball from_moments(Question question, const Real& t, const SplitLoss& loss,
                  const std::vector<Ball>& M, Bits q) {
  const CallPrice price = call_price(question, t, loss, q);
  const Ball terms = taylor_terms(price, M);
  const bool falls = question == Question::one_minus_delta;
  return widen(falls ? price.value - terms : price.value + terms, remainder(price, M));
}

}  // namespace

Ball profile_by_split(Question question, const Real& t, const SplitLoss& loss, long n, Bits p) {
  const auto q = bits_of_split(loss, n, p);
  if (!q) return Ball::indeterminate(p);
  return from_moments(question, t, loss, moments_of_rest(loss, n, *q), *q).rounded(p);
}

Ball SplitProfile::with(long n, Question question, const Real& t, Bits p) {
  const auto q = bits_of_split(loss_, n, p);
  if (!q) return Ball::indeterminate(p);
  auto found = moments_.find(n);
  if (found == moments_.end() || found->second.front().precision().n < q->n) {
    std::vector<Ball> made = moments_of_rest(loss_, n, *q);
    found = moments_.insert_or_assign(n, std::move(made)).first;
  }
  return from_moments(question, t, loss_, found->second, *q).rounded(p);
}

Ball SplitProfile::at(Question question, const Real& t, const Effort& effort) {
  const Bits p{64 + 4L * effort.digits};
  Ball best = Ball::indeterminate(p);
  for (const long n : {4L, 8L, 16L, 32L, 64L, 96L}) {
    if (effort.suffices(best) || effort.expired()) break;
    const Ball found = with(n, question, t, p);
    if (!found.is_finite()) break;
    const bool worse = best.is_finite() && best.radius() <= found.radius();
    best = best.is_finite() ? common(best, found, "random allocation by its moments") : found;
    if (worse) break;
  }
  return best;
}

}  // namespace plumbline
