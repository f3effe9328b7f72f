/// Computes the largest epsilon that an audit of one run refutes.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/binomial.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/statistics/one_run.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Number of digits that a search in doubles finds.
constexpr int kDoubleDigits = 12;

/// Decides whether an epsilon is refuted; returns nothing if this is undecided.
class Refutation {
 public:
  Refutation(const OneRunCounts& counts, const Rational& delta, const Rational& error,
             OneRunBound bound)
      : counts_(counts), delta_(delta), error_(error), bound_(bound) {}

  std::optional<bool> operator()(const Ball& epsilon) const {
    const Ball law = one_run_excess_law(counts_, epsilon, delta_, bound_);
    const Ball level(error_, law.precision());
    if (certainly_less(law, level)) return true;
    if (certainly_at_most(level, law)) return false;
    return std::nullopt;
  }

  /// Heuristic: returns the point at which the secant of the bound through a and b reaches the error probability.
  Ball secant(const Ball& a, const Ball& b) const {
    const auto value = [&](const Ball& x) {
      return one_run_excess_law(counts_, x.midpoint(), delta_, bound_).midpoint();
    };
    const Ball at_a = value(a), slope = value(b) - at_a;
    const Ball x = a - (at_a - Ball(error_, a.precision())) * (b - a) / slope;
    return x.is_finite() ? x.midpoint() : a.midpoint();
  }

  /// Returns the approximate epsilon in [0, most] at which the bound equals the error probability; `most` is the
  /// epsilon at delta = 0. The published bound is expensive far from the root. The search therefore starts at `most`,
  /// which is usually near the root, and proceeds downwards.
  double near(double most) const {
    const double growth = std::exp(most), trials = static_cast<double>(counts_.guesses);
    double step = 0.5 * (1 + growth) / std::sqrt(growth * trials);
    double low = most, high = most, at_low = difference(low), at_high = at_low;
    while (at_low >= 0 && low > 0) {
      high = low, at_high = at_low;
      low = std::max(0.0, low - step), step *= 2;
      at_low = difference(low);
    }
    if (at_low >= 0) return 0;
    double x = high;
    for (int i = 0, side = 0; i < 60 && high - low > 1e-14 * high; ++i) {
      const double share = at_low / (at_low - at_high);
      x = std::isfinite(share) && share > 0 && share < 1 && i % 8 != 7 ? low + share * (high - low)
                                                                       : (low + high) / 2;
      const double here = difference(x);
      if (std::fabs(here) < 1e-15) break;
      const int now = here < 0 ? 1 : -1;
      if (now == 1) low = x, at_low = here;
      if (now == -1) high = x, at_high = here;
      if (now == side) (now == 1 ? at_high : at_low) /= 2;
      side = now;
    }
    return x;
  }

 private:
  double difference(double epsilon) const {
    const Ball law = one_run_excess_law(counts_, exact(epsilon, Bits{80}), delta_, bound_);
    return law.log_approximate() - Ball(error_, Bits{64}).log_approximate();
  }

  const OneRunCounts& counts_;
  Rational delta_, error_;
  OneRunBound bound_;
};

}  // namespace

// BOUND(ONE-RUN-ORDER)
// Statement.  Let R(epsilon) be the bound of P(V >= v). If R(epsilon) < g <= 1/2, then epsilon and all smaller values
//             are refuted. The set of epsilon >= 0 with R(epsilon) < g is an interval from 0 on (or empty). If
//             R(low) < g <= R(high), its supremum lies in [low, high].
// Needs.      g <= 1/2; R(low) < g, or low = 0; R(high) >= g: decided here by enclosures.
// Proof.      Let the mechanism be (epsilon, delta)-DP, and let v' be the smallest count at which some epsilon' >=
//             epsilon is refuted. The procedure makes a false statement only if V >= v'. The mechanism is also
//             (epsilon', delta)-DP, so that this has a probability of at most R(epsilon', v') < g. F increases in q.
//             Published bound: R is the maximum over i of R_i = F + (c/i) W_i, c = 2 m delta, W_i =
//             P(v-i <= Bin < v). With t_k = P(Bin = k), the derivative of P(Bin >= k) in q is k t_k/q. So R_i' has
//             the sign of (1 - c/i) v t_v + (c/i) (v-i) t_{v-i}, and t_{v-i}/t_v is a constant times ((1-q)/q)^i,
//             which decreases. Hence R_i increases, or first increases and then decreases. From the first q with F >=
//             g on, all R_i >= g. So {R_i >= g} is an interval without an upper end, and so is the union over i. (If
//             F > q >= 1/2, the bound is 1 >= g, and F >= g.)
//             Exchange bound: F/(v t) is the integral over 0 < y < 1 of y^(v-1) ((1-qy)/(1-q))^(r-v), which increases
//             in q. Let h be m delta times this integral. Then R = F (1-h) + h. It increases while h < 1, and is at
//             least 1 from there on.
// Slack.      The two ends are as far apart as the requested precision allows. This distance is up to 10^10 times the
//             error of the root that the search finds.
// Source.     This project's.
Certified one_run_epsilon(const OneRunCounts& counts, const Rational& delta, const Rational& error,
                          OneRunBound bound, int digits) {
  counts.check();
  if (error > Rational(1, 2)) throw std::invalid_argument("confidence must be at least 1/2");
  const std::string method = one_run_bound_name(bound);
  const Bits bits = bits_for_digits(digits) + 64;
  const Refutation refutes(counts, delta, error, bound);
  const auto answer = [&](const Ball& x) {
    return limited(certified({x, {}}, method, digits, true), Rational(0));
  };
  if (counts.right == 0) return answer(Ball(bits));
  const double most = approximate_clopper_pearson(counts.guesses, counts.guesses - counts.right,
                                                  error.approximate());
  const double start = std::max(1e-12, std::log((1 - most) / most) * (1 + 1e-12));
  Ball centre = exact(refutes.near(start), bits);
  if (centre.is_exactly_zero() && refutes(centre) == false) return answer(centre);
  const Ball scale = abs(centre) + exact(1e-6, bits);
  const auto share = [&](int e) { return scale * Ball(power_of_ten(-e), bits); };
  int e = std::min(digits + 1, kDoubleDigits);
  for (; e < digits + 1; e = std::min(2 * e - 2, digits + 1)) {
    centre = refutes.secant(centre - share(e), centre + share(e));
  }
  Ball reach = share(e);
  for (int i = 0; i < 40; ++i, reach = reach * 16) {
    const Ball low = max(Ball(bits), (centre - reach).midpoint()),
               high = (centre + reach).midpoint();
    if (!low.is_exactly_zero() && refutes(low) != true) continue;
    if (refutes(high) == false)
      return answer(plumbline::bound<"ONE-RUN-ORDER">(Ball::hull(low, high)));
  }
  return answer(Ball::hull(Ball(bits), exact(2 * start, bits) + 1));
}

}  // namespace plumbline
