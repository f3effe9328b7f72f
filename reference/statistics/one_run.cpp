#include "reference/statistics/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/binomial.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

Ball one(Bits bits) { return Ball::integer(1, bits); }

/// Returns the probabilities of a correct (p) and a wrong (q) answer of randomized response: p =
/// e^epsilon/(1+e^epsilon).
Chance response(const Ball& epsilon) {
  const Ball growth = exp(epsilon), both = growth + 1;
  return {growth / both, one(epsilon.precision()) / both};
}

// BOUND(ONE-RUN-EXCHANGE)
// Statement.  Let S be uniform on {-1, 1}^m, and T in {-1, 0, 1}^m the output of an (epsilon, delta)-DP mechanism on
//             S (neighbours differ in one sign), with exactly r entries that are not 0. Let V be the number of i with
//             T_i = S_i, q = e^epsilon/(1 + e^epsilon), F = P(Bin(r, q) >= v) and t = P(Bin(r, q) = v). For 1 <= v <=
//             r,
//                 P(V >= v) <= F + m delta F (1 - F)/(v t).
//             For delta = 0 this holds conditional on the number of guesses, whatever this number depends on.
// Needs.      r fixed before the outputs are seen, or delta = 0: the caller states it, by an option of the command.
//             1 <= v <= r <= m, epsilon >= 0: checked here.
// Proof.      Let N_k = P(V = k), and 0 <= w_k <= 1 for 1 <= k <= r. For a sign i and s in {-1, 1}^m, consider the
//             randomised event "T_i = s_i, and a Bernoulli trial of probability w_k succeeds, k = V(s, T)". Let s' be
//             s with the sign i exchanged. The probability of the event under s is at most e^epsilon times its
//             probability under s', plus delta. Under s' its outcomes have T_i = -s'_i and V(s', T) = k - 1. Sum over
//             i and average over s. On the left, each outcome is counted once for each right guess; on the right it is
//             counted once for each wrong guess, that is, r - (k - 1) times. This gives
//                 sum over k of w_k (k N_k - e^epsilon (r - k + 1) N_{k-1}) <= m delta.          (1)
//             Let t_k = P(Bin(r, q) = k), so that k t_k = e^epsilon (r - k + 1) t_{k-1}, and
//                 u_k = F P(Bin < k)/(k t_k) for k <= v,   (1 - F) P(Bin >= k)/(k t_k) for k >= v.
//             At k = v both are F (1 - F)/(v t). With u_0 = u_{r+1} = 0
//                 j u_j - e^epsilon (r - j) u_{j+1} = [j >= v] - F   for 0 <= j <= r,              (2)
//             because y_k = k t_k u_k has y_j - y_{j+1} = t_j ([j >= v] - F). u_k increases up to v and decreases
//             from v on. For the first part, P(Bin < k)/(k t_k) is the sum over i >= 1 of t_{k-i}/(k t_k). Each term
//             is 1/k times a product of ratios t_{l-1}/t_l. For i = 1 it is e^-epsilon/(r-k+1), which increases in k,
//             and so do the further ratios. For the second part, P(Bin >= k)/(k t_k) is 1/k times a sum of products
//             of ratios t_{l+1}/t_l, all of which decrease in k. Hence 0 <= u_k <= u_v. Multiply (2) by N_j and sum
//             over j. By (1) with w = u/u_v, P(V >= v) - F = sum over k of u_k (k N_k - e^epsilon (r-k+1) N_{k-1}) <=
//             u_v m delta. For delta = 0 the event may also fix the number of guesses: (1) holds, with 0 on the
//             right, for each r separately.
// Source.     This project's (Stein's equation of the binomial law, with the exchange of one sign).
Ball exchange_excess(const OneRunCounts& counts, const Ball& delta, const Chance& chance,
                     const BinomialTail& right) {
  const Ball below = binomial_at_most(counts.guesses, counts.right - 1, chance).tail;
  const Ball most = right.tail * below / (right.mass * counts.right);
  return bound_number<"ONE-RUN-EXCHANGE">(most * delta * counts.canaries);
}

/// Returns max over 1 <= i <= v of P(v - i <= Bin < v)/i. Stops when the terms decrease and the current term is at most
/// the largest average so far, because then no later average is larger.
Ball largest_average(const OneRunCounts& counts, const Chance& chance, const Ball& mass) {
  const long r = counts.guesses, v = counts.right;
  const Bits bits = chance.p.precision();
  const Ball odds = chance.q / chance.p;
  const auto ratio = [&](long k) { return odds * k / (r - k + 1); };  // t_{k-1}/t_k
  Ball term = mass * ratio(v), sum = term, most = term;
  for (long i = 2; i <= v; ++i) {
    const Ball step = ratio(v - i + 1);
    term = term * step;
    if (certainly_at_most(step, one(bits)) && certainly_at_most(term, most)) break;
    sum += term;
    most = max(most, sum / i);
  }
  return most;
}

// BOUND(ONE-RUN-PUBLISHED)
// Statement.  Under the hypotheses of ONE-RUN-EXCHANGE, let F(k) = P(Bin(r, q) >= k). If F <= q and q >= 1/2, then
//                 P(V >= v) <= F + 2 m delta max over 1 <= i <= v of (F(v-i) - F)/i.
// Needs.      F <= q: checked here; 1 is returned unless it is certain. Without it the inequality is false: let r =
//             m = 10, v = 1, epsilon = 0, and let the mechanism guess at random, and make one guess right if none is.
//             It has delta = 2^-9 and P(V >= 1) = 1, but the right side is 0.99906. epsilon >= 0: checked here.
// Proof.      Let A be that maximum. By ONE-RUN-EXCHANGE it suffices that F (1-F)/(v t) <= 2 A. Let X ~ Bin(r, q).
//             The sum of k t_k = e^epsilon (r-k+1) t_{k-1} over k >= v gives E[X; X >= v] = r q F + (1-q) v t. Hence
//             E[(X-v)+] = (1-q) v t - (v - r q) F >= 0 and
//                 E[(v-X)+] = (v - r q) + E[(X-v)+] = (v - r q)(1 - F) + (1-q) v t
//                           <= (1-q) v t ((1-F)/F + 1) = (1-q) v t/F.
//             With d = E[v - X | X < v] >= 1 this is d (1-F) F <= (1-q) v t, that is, F (1-F)/(v t) <= (1-q)/d.
//             Moreover A >= (1-F)/(2d): let D = v - X given X < v, an integer >= 1, so that A = (1-F) max
//             P(D <= i)/i. Suppose P(D <= i) < i/L for all i >= 1, with L = 2d >= 2. Then with n the integer part of
//             L and p = L - n,
//                 E[D] = sum over i >= 0 of P(D > i) > sum over i <= n of (1 - i/L)
//                      = (n+1)(n+2p)/(2L) >= (L+1)/2 > d,
//             a contradiction ((n+1)(n+2p) - L (L+1) = p - p^2 >= 0). Because F <= q, 1-q <= 1-F <= 2 d A.
// Source.     Steinke, Nasr and Jagielski 2023 (2305.08846), Theorem 5.2; the proof is this project's.
Ball published_excess(const OneRunCounts& counts, const Ball& delta, const Chance& chance,
                      const BinomialTail& right) {
  const Ball most = largest_average(counts, chance, right.mass);
  return bound_number<"ONE-RUN-PUBLISHED">(most * delta * counts.canaries * 2);
}

Certified probability(const Ball& x, const std::string& method, int digits) {
  return within(certified({min(x, one(x.precision())), {}}, method, digits, true), Rational(0),
                Rational(1));
}

}  // namespace

std::string one_run_bound_name(OneRunBound bound) {
  return bound == OneRunBound::published ? "published" : "exchange";
}

void OneRunCounts::check() const {
  if (canaries < 2) throw std::invalid_argument("an audit needs at least two canaries");
  if (guesses < 1 || guesses > canaries) {
    throw std::invalid_argument("guesses must be in [1, canaries = " + std::to_string(canaries) +
                                "], got " + std::to_string(guesses));
  }
  if (right < 0 || right > guesses) {
    throw std::invalid_argument("right guesses must be in [0, guesses = " +
                                std::to_string(guesses) + "], got " + std::to_string(right));
  }
}

void OneRunCounts::check_candidates(const std::vector<long>& candidates) const {
  for (const long x : candidates) {
    if (x >= 1 && x <= canaries) continue;
    throw std::invalid_argument("each possible number of guesses must be in [1, canaries = " +
                                std::to_string(canaries) + "], got " + std::to_string(x));
  }
  if (std::find(candidates.begin(), candidates.end(), guesses) == candidates.end()) {
    throw std::invalid_argument("the number of guesses, " + std::to_string(guesses) +
                                ", is not in the list of possible numbers");
  }
}

Ball one_run_excess_law(const OneRunCounts& counts, const Ball& epsilon, const Rational& delta,
                        OneRunBound bound) {
  counts.check();
  const Bits bits = epsilon.precision();
  const Ball zero(bits);
  if (counts.right == 0 || !certainly_at_most(zero, epsilon)) return one(bits);
  const Chance chance = response(epsilon);
  const BinomialTail right = binomial_at_least(counts.guesses, counts.right, chance);
  if (delta.is_zero()) return right.tail;
  const Ball share(delta, bits);
  if (bound == OneRunBound::exchange) {
    return min(one(bits), right.tail + exchange_excess(counts, share, chance, right));
  }
  if (!certainly_at_most(right.tail, chance.p)) return one(bits);
  return min(one(bits), right.tail + published_excess(counts, share, chance, right));
}

Certified one_run_p_value(const OneRunCounts& counts, const Real& epsilon, const Rational& delta,
                          OneRunBound bound, int digits) {
  if (known_sign(epsilon).value_or(1) < 0) {
    throw std::invalid_argument("epsilon must not be negative, got " + epsilon.text());
  }
  const Bits bits = bits_for_digits(digits) + 64;
  return probability(one_run_excess_law(counts, epsilon(bits), delta, bound),
                     one_run_bound_name(bound), digits);
}

// A mechanism is (epsilon, delta(epsilon))-DP for every epsilon >= 0, where delta(epsilon) is the larger one of both
// directions. ONE-RUN-EXCHANGE holds for each epsilon, so that p may be evaluated at any epsilon. If epsilon depends on
// v alone, the result is still a p-value. P(V >= v) is at most the p of v. The event p <= u is contained in V >= v' for
// the smallest v' with p <= u. Its probability is therefore at most the p of v', which is at most u.
Certified one_run_claim_at(const OneRunCounts& counts, PrivacyProfile& profile,
                           const Rational& epsilon, const Effort& effort) {
  counts.check();
  const Bits bits = bits_for_digits(effort.digits) + 64;
  const Ball at(epsilon, bits);
  const Ball delta = profile.in(Direction::worst).delta(epsilon, effort).value;
  if (counts.right == 0 || epsilon.sign() < 0) {
    return probability(one(bits), "exchange", effort.digits);
  }
  const Chance chance = response(at);
  const BinomialTail right = binomial_at_least(counts.guesses, counts.right, chance);
  const Ball law = right.tail + exchange_excess(counts, max(Ball(bits), delta), chance, right);
  return probability(law, "exchange", effort.digits);
}

OneRunMechanismClaim one_run_claim(const OneRunCounts& counts, PrivacyProfile& profile,
                                   const Effort& effort) {
  counts.check();
  const auto log_p = [&](double epsilon) {
    const Rational at = decimal_nearest(Rational::from_binary64(epsilon), 6);
    return one_run_claim_at(counts, profile, at, Effort{4, effort.poll}).value().log_approximate();
  };
  const double right = static_cast<double>(counts.right),
               wrong = static_cast<double>(counts.guesses) - right;
  double low = 0, high = std::max(1.0, std::log((right + 1) / (wrong + 0.5)));
  constexpr double kGolden = 0.6180339887498949;
  double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
  double at_a = log_p(a), at_b = log_p(b);
  for (int i = 0; i < 24 && high - low > 1e-4; ++i) {
    if (at_a <= at_b) {
      high = b, b = a, at_b = at_a;
      at_a = log_p(a = high - kGolden * (high - low));
    } else {
      low = a, a = b, at_a = at_b;
      at_b = log_p(b = low + kGolden * (high - low));
    }
  }
  const Rational best = decimal_nearest(Rational::from_binary64(at_a <= at_b ? a : b), 6);
  return {one_run_claim_at(counts, profile, best, effort), best};
}

}  // namespace plumbline
