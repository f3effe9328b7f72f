#include "reference/statistics/trial_claims.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/binomial.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

const char* const kMethod = "clopper_pearson";

/// Encloses P(Bin(n, p) <= k) for p in a ball; it decreases in p.
Ball at_most(long n, long k, const Ball& p) {
  const Bits bits = p.precision();
  const Ball one = Ball::integer(1, bits), low = p.lower(), high = p.upper();
  const auto at = [&](const Ball& x) {  // x is an exact ball
    if (!certainly_positive(x)) return one;
    if (!certainly_less(x, one)) return Ball::integer(k >= n ? 1 : 0, bits);
    return binomial_at_most(n, k, Chance::of(x)).tail;
  };
  const Ball most = at(low), least = at(high);
  return Ball::hull(least, most);
}

/// The two functions A and B of AUDIT-P-VALUE. One decreases in alpha and one increases; their value at the crossing is
/// the p-value.
class Crossing {
 public:
  Crossing(const TrialCounts& counts, const ErrorShares& weights, const ClaimedCurve& claimed,
           const Effort& effort)
      : counts_(counts),
        weights_(weights),
        claimed_(claimed),
        effort_(effort),
        bits_(bits_for_digits(effort.digits) + 64) {}

  /// Returns P(Bin(n0, alpha) <= a)/weight, which decreases.
  Ball falling(const Rational& alpha) const {
    return at_most(counts_.others, counts_.false_positives, Ball(alpha, bits_)) /
           Ball(weights_.alpha, bits_);
  }
  /// Returns P(Bin(n1, f(alpha)) <= b)/weight, which increases. The relative error of P is up to approximately
  /// sqrt(n1) times that of f, so that f is computed to more digits.
  Ball rising(const Rational& alpha) const {
    Effort sharper = effort_;
    sharper.digits += 1 + static_cast<int>(std::ceil(std::log10(counts_.members) / 2));
    return at_most(counts_.members, counts_.misses, claimed_(alpha, sharper)) /
           Ball(weights_.beta, bits_);
  }

  /// Returns true if both functions are certainly at least 1 at some alpha. The test point is slightly below the
  /// largest alpha at which the decreasing function is at least 1. Of all alphas at which the decreasing function is at
  /// least 1, the largest one has the largest value of the increasing function.
  bool reach_one() const {
    constexpr int kLeastDigits = 12;
    const int digits = std::max(effort_.digits, kLeastDigits);
    const auto at =
        clopper_pearson_upper(counts_.others, counts_.false_positives, weights_.alpha, digits)
            .decimal_ends(digits)
            .first;
    if (!at || at->sign() <= 0) return false;
    const Ball one = Ball::integer(1, bits_);
    return certainly_at_most(one, falling(*at)) && certainly_at_most(one, rising(*at));
  }

  /// Returns the approximate log(alpha/(1-alpha)) of the crossing: first with few digits of f, then with the requested
  /// digits.
  double near() const {
    constexpr double kStep = 1e-3;
    double z = rough_crossing();
    for (int i = 0; i < 2; ++i) {
      const Rational at = Rational::from_binary64(alpha_at(z));
      const double off = falling(at).log_approximate() - rising(at).log_approximate();
      const double slope = (difference(z + kStep) - difference(z - kStep)) / (2 * kStep);
      if (!std::isfinite(off) || !(slope < 0) || std::fabs(off) < 1e-13) break;
      z -= std::clamp(off / slope, -0.1, 0.1);
    }
    return alpha_at(z);
  }

 private:
  double rough_crossing() const {
    const double a = static_cast<double>(counts_.false_positives),
                 n = static_cast<double>(counts_.others);
    double low = std::log((a + 0.5) / (n - a + 0.5)), high = low, step = 1 / std::sqrt(a + 1);
    double at_low = difference(low), at_high = at_low;
    for (int i = 0; i < 24 && at_low < 0; ++i, step *= 2) {
      high = low, at_high = at_low;
      at_low = difference(low -= step);
    }
    for (int i = 0; i < 24 && at_high > 0; ++i, step *= 2) {
      low = high, at_low = at_high;
      at_high = difference(high += step);
    }
    return between(low, at_low, high, at_high);
  }

  static double alpha_at(double z) { return 1 / (1 + std::exp(-z)); }

  /// Returns log falling - log rising at log(alpha/(1-alpha)) = z.
  double difference(double z) const {
    const Effort rough{6, effort_.poll};
    const Ball f = claimed_(Rational::from_binary64(alpha_at(z)), rough);
    const Ball rest = Ball::integer(1, f.precision()) - f;
    const double low = f.approximate() > 0 ? f.log_approximate() : -700.0,
                 high = rest.approximate() > 0 ? rest.log_approximate() : -700.0;
    return log_binomial_at_most(counts_.others, counts_.false_positives, z) -
           log_binomial_at_most(counts_.members, counts_.misses, low - high) -
           std::log((weights_.alpha / weights_.beta).approximate());
  }

  /// Returns the z with difference(z) = 0 by regula falsi; the value at a retained end of the bracket is halved
  /// (Illinois method).
  double between(double low, double at_low, double high, double at_high) const {
    double z = (low + high) / 2;
    int side = 0;
    for (int i = 0; i < 60 && high - low > 1e-13 * (1 + std::fabs(z)); ++i) {
      const double weight = at_low / (at_low - at_high);
      z = std::isfinite(weight) && weight > 0 && weight < 1 ? low + weight * (high - low)
                                                            : (low + high) / 2;
      const double here = difference(z);
      if (std::fabs(here) < 1e-12) break;
      if (here > 0) {
        low = z, at_low = here;
        if (side == 1) at_high /= 2;
        side = 1;
      } else {
        high = z, at_high = here;
        if (side == -1) at_low /= 2;
        side = -1;
      }
    }
    return z;
  }

  const TrialCounts& counts_;
  ErrorShares weights_;
  const ClaimedCurve& claimed_;
  const Effort& effort_;
  Bits bits_;
};

Certified probability(const Ball& x, int digits) {
  const Ball capped = max(Ball(x.precision()), min(x, Ball::integer(1, x.precision())));
  return within(certified({capped, {}}, kMethod, digits, true), Rational(0), Rational(1));
}

}  // namespace

// BOUND(AUDIT-P-VALUE)
// Statement.  Let a and b be counts, s + r <= 1 shares, A(x) = P(Bin(n0, x) <= a)/s, B(x) = P(Bin(n1, f(x)) <= b)/r,
//             and p = min(1, sup over x in [0, 1] of min(A(x), B(x))).
//
//             (a) If the claim f holds, P(p <= u) <= u for every u. This also holds for the best of n0 and n1 (K)
//             thresholds, where s and r are those of all-cuts (bonferroni).
//             (b) The limits of Clopper and Pearson at g s and g r refute f if and only if p < g.
//             (c) For x1 < x2
//
//                 min(A(x), B(x)) <= p <= max(B(x1), A(x2), min(A(x1), B(x2)))  for x = x1 and x2.
//
//             The first inequality holds for every x, unless min(A(x), B(x)) exceeds 1: then p = 1.
// Needs.      f is nonincreasing and continuous (a trade-off function). a < n0 and b < n1: checked here (p = 1
//             otherwise).
// Proof.      (a) Let (alpha, beta) be the true errors, beta >= f(alpha). Then p >= min(A(alpha), B(alpha)), and
//             B(alpha) >= P(Bin(n1, beta) <= b)/r = B'. The event P(Bin(n0, alpha) <= a) <= u s has probability at
//             most u s, and the event B' <= u has probability at most u r. Together they have probability at most u.
//             For several thresholds, all limits at u s and u r hold simultaneously with probability 1 - u
//             (SCORE-CUTS), so with this probability no threshold has p < u.
//
//             (b) A decreases strictly from 1/s, B increases, and both are continuous. At x = A_U, the limit of
//             alpha, A = g. The limits refute f if and only if f(A_U) > B_U, that is, B(A_U) < g. In that case min(A,
//             B) < g at A_U and on both sides of it, and the supremum is attained, so p < g. Otherwise p >= min(g,
//             B(A_U)) = g.
//
//             (c) The minimum is at most B(x1) left of x1, at most A(x2) right of x2, and at most min(A(x1), B(x2))
//             between them.
// Slack.      x1 and x2 are as far apart as the requested digits allow. This distance is up to 10^8 times the error
//             of the crossing that the search finds.
// Source.     This project's.
Certified claim_p_value(const TrialCounts& counts, const ErrorShares& weights,
                        const ClaimedCurve& claimed, const Effort& effort) {
  const Ball one = Ball::integer(1, bits_for_digits(effort.digits) + 64);
  if (counts.false_positives == counts.others || counts.misses == counts.members) {
    return probability(one, effort.digits);
  }
  const Crossing crossing(counts, weights, claimed, effort);
  if (crossing.reach_one()) return probability(one, effort.digits);
  const Rational at = Rational::from_binary64(crossing.near());
  const Rational width = at * (Rational(1) - at) * power_of_ten(-std::min(effort.digits + 4, 14));
  const Rational x1 = at - width, x2 = at + width;
  const Ball a1 = crossing.falling(x1), b1 = crossing.rising(x1), a2 = crossing.falling(x2),
             b2 = crossing.rising(x2);
  const Ball least = max(min(a1, b1), min(a2, b2)), most = max(max(b1, a2), min(a1, b2));
  return probability(bound<"AUDIT-P-VALUE">(Ball::hull(least.lower(), most.upper())),
                     effort.digits);
}

std::optional<bool> is_refuted(const ErrorLimits& limits, const ClaimedCurve& claimed,
                               const Effort& effort) {
  const auto [low, high] = limits.alpha.decimal_ends(effort.digits + 8);
  if (!low || !high || *high >= Rational(1)) return false;
  const Ball least = claimed(*high, effort), most = claimed(*low, effort);
  if (certainly_less(limits.beta, least)) return true;
  if (certainly_at_most(most, limits.beta)) return false;
  return std::nullopt;
}

Certified p_value_beside(const Rational& error, std::optional<bool> refuted) {
  const Bits bits{64};
  const Ball zero(bits), one = Ball::integer(1, bits), level(error, bits);
  const Ball found = !refuted   ? Ball::hull(zero, one)
                     : *refuted ? Ball::hull(zero, level)
                                : Ball::hull(level, one);
  return within(certified({found, {}}, kMethod, 1), Rational(0), Rational(1));
}

std::optional<bool> is_refuted(const Certified& p_value, const Rational& error) {
  const Ball level(error, p_value.value().precision());
  if (certainly_less(p_value.value(), level)) return true;
  if (certainly_at_most(level, p_value.value())) return false;
  return std::nullopt;
}

// Refutes the members of the family with f(alpha) > beta at the limits alpha and beta. The limits are balls. The
// condition f(alpha) > beta holds for fewer members if alpha and beta are larger. Hence the audited parameter lies
// between the parameters for the lower ends and for the upper ends.
std::optional<AuditedParameter> audited_parameter(const ErrorLimits& limits, const Family& family,
                                                  Direction direction, const std::string& engine,
                                                  const Effort& effort) {
  const int digits = effort.digits + 8;
  const auto [alpha_low, alpha_high] = limits.alpha.decimal_ends(digits);
  const auto [beta_low, beta_high] = limits.beta.decimal_ends(digits);
  if (!alpha_low || !beta_low || !alpha_high || !beta_high) return std::nullopt;
  if (*alpha_high + *beta_high >= Rational(1)) return std::nullopt;
  const auto threshold = [&](const Rational& alpha, const Rational& beta) {
    const PrivacyTarget target{PrivacyTarget::Measure::type_two, alpha, beta};
    return calibrate(family, target, direction, engine, effort).value;
  };
  const Certified easy = threshold(*alpha_low, *beta_low),
                  hard = threshold(*alpha_high, *beta_high);
  const Ball both = Ball::hull(easy.value(), hard.value());
  return AuditedParameter{certified({both, hard.budget()}, hard.engine(), effort.digits),
                          family.order().larger_is_more_private};
}

void ReconstructionCounts::check() const {
  if (attempts < 2 || successes < 0 || successes > attempts) {
    throw std::invalid_argument("give 0 <= successes <= attempts and at least two attempts, got " +
                                std::to_string(successes) + " of " + std::to_string(attempts));
  }
  if (kappa.sign() <= 0 || kappa >= Rational(1)) {
    throw std::invalid_argument("kappa must be in (0, 1), got " + kappa.text());
  }
}

namespace {

Ball success_limit(const ReconstructionCounts& counts, const Rational& error, int digits) {
  return clopper_pearson_lower(counts.attempts, counts.successes, error, digits + 12);
}

Certified no_less_than_zero(const Ball& x, int digits) {
  return limited(certified({max(x, Ball(x.precision())), {}}, kMethod, digits, true), Rational(0));
}

}  // namespace

// With probability 1 - g the limit G is at most the success probability, which is at most gamma(kappa) = 1 - f(kappa)
// in the forward direction (ReRo). Hence every claim of a gamma(kappa) below G is refuted.
Certified audited_gamma(const ReconstructionCounts& counts, const Rational& error, int digits) {
  return probability(success_limit(counts, error, digits), digits);
}

// Solves gamma(kappa) <= e^epsilon kappa + delta for epsilon.
Certified reconstruction_epsilon(const ReconstructionCounts& counts, const Rational& error,
                                 const Rational& delta, int digits) {
  const Ball limit = success_limit(counts, error, digits);
  const Ball gain = limit - Ball(delta, limit.precision());
  const Ball kappa(counts.kappa, limit.precision());
  if (!certainly_less(kappa, gain)) return no_less_than_zero(Ball(limit.precision()), digits);
  return no_less_than_zero(log(gain / kappa), digits);
}

// Solves gamma(kappa) = Phi(PhiInv(kappa) + mu), the gamma of G_mu, for mu.
Certified reconstruction_mu(const ReconstructionCounts& counts, const Rational& error, int digits) {
  const Ball limit = success_limit(counts, error, digits);
  if (!certainly_positive(limit)) return no_less_than_zero(Ball(limit.precision()), digits);
  return no_less_than_zero(
      normal_quantile(limit) - normal_quantile(Ball(counts.kappa, limit.precision())), digits);
}

Certified reconstruction_p_value(const ReconstructionCounts& counts, const ClaimedCurve& claimed,
                                 const Effort& effort) {
  const Ball f = claimed(counts.kappa, effort);
  return probability(at_most(counts.attempts, counts.attempts - counts.successes, f),
                     effort.digits);
}

}  // namespace plumbline
