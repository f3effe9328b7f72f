#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/gaussian/mixture_mellin.hpp"

namespace plumbline::mixture::heuristic {
namespace {

constexpr double kRay = 3.1;
constexpr long kMostTerms = 500;

/// Logarithms of the terms and remainders of MIXTURE-MELLIN.
struct Sizes {
  double c, a, Y, mu2, odds, rest;

  Sizes(const MixtureLaw& law, double at, double line, double far)
      : c(at),
        a(line),
        Y(far),
        mu2(law.mu_approx * law.mu_approx),
        odds(std::log(law.p_approx) - std::log1p(-law.p_approx)),
        rest(std::log1p(-law.p_approx)) {}

  double moment(double x) const { return x * odds + x * (x - 1) * mu2 / 2; }
  /// Return the log of a bound of the sum of the terms from the r-th on; `binomial` is log |C(s, r)|.
  double below(double r, double binomial, double period) const {
    return c * rest + binomial + moment(r) - (r - a) * period;
  }
  double above(double r, double binomial, double period) const {
    return c * rest + binomial + moment(c - r) - (r - c + a) * period;
  }
  double next_binomial(double r) const { return std::log(std::hypot(c - r, Y)) - std::log(r + 1); }
  double nodes(double tau, double from) const {
    const double ray = c * std::log(std::cos(kRay / 2)) - (tau - from) * kRay;
    return sum() + std::min(0.0, ray) - tau * tau * mu2 / 2;
  }
  /// Returns the log of the inner integral.
  double sum() const {
    return c * rest + log_gamma(-a) + log_gamma(a - c) - log_gamma(-c) + moment(a);
  }
};

/// Returns the real part a of the inner line. For a = c/2, the weights and the kernel need the Gamma function on the
/// same line. For an integer c <= -2, a is -1: the real parts of all arguments are then integers, so that a recurrence
/// yields the values on the other lines.
double inner_line(double c) { return c <= -2 && c == std::floor(c) ? -1 : c / 2; }

/// Sets the smallest numbers of terms with remainders below e^-target on both sides. Returns false if more than `most`
/// terms are necessary.
bool put_terms(const Sizes& sizes, double period, double target, MellinRule* rule,
               long most = kMostTerms) {
  rule->below = rule->above = -1;
  double binomial = 0;
  for (long r = 0; r <= most; ++r) {
    const auto x = static_cast<double>(r);
    if (rule->below < 0 && sizes.below(x, binomial, period) < -target) rule->below = r;
    if (rule->above < 0 && sizes.above(x, binomial, period) < -target) rule->above = r;
    if (rule->below >= 0 && rule->above >= 0) return true;
    binomial += sizes.next_binomial(x);
  }
  return false;
}

long last_node(const Sizes& sizes, double eta, double from, double target) {
  double high = eta;
  while (sizes.nodes(high, from) > -target && high < 1e9) high *= 2;
  double low = high / 2;
  while (high - low > eta) {
    const double middle = (low + high) / 2;
    (sizes.nodes(middle, from) > -target ? low : high) = middle;
  }
  return saturated(std::ceil(high / eta));
}

/// Returns the approximate time in seconds for values with `bits` bits.
double cost(const MellinRule& rule, size_t count, double bits) {
  const double x = bits / 3400, nodes = static_cast<double>(count);
  const double outer = nodes * static_cast<double>(rule.split);
  const double beyond =
      std::max(-static_cast<double>(rule.first), static_cast<double>(rule.last) - outer);
  const double gammas = outer + 0.4 * std::max(0.0, beyond);  // beyond the line fewer bits suffice
  const double both = outer + 2 * static_cast<double>(rule.last - rule.first);
  const double terms = nodes * static_cast<double>(rule.above) * 6e-6 +
                       nodes * static_cast<double>(rule.below) * 1e-6;
  return gammas * 1e-3 * x * x + both * 2e-4 * x + terms * x;
}

/// Returns the approximate time in seconds of the quadrature over the output with `places` nodes.
double cost_over_output(size_t places, size_t count, double bits) {
  const double x = bits / 3400, n = static_cast<double>(places);
  return n * static_cast<double>(count) * 4.5e-6 * std::pow(x, 1.6) + n * 5e-4 * x * x;
}

}  // namespace

double log_mellin_size(const MixtureLaw& law, double c, const MellinRule& rule, double D,
                       size_t count) {
  const Sizes sizes(law, c, rule.a, D * static_cast<double>(count - 1));
  const double period = 2 * M_PI * static_cast<double>(rule.split) / D;
  double most = sizes.sum(), binomial = 0;
  for (long r = 0; r < std::max(rule.below, rule.above); ++r) {
    const auto x = static_cast<double>(r);
    if (r < rule.below) most = std::max(most, sizes.below(x, binomial, period));
    if (r < rule.above) most = std::max(most, sizes.above(x, binomial, period));
    binomial += sizes.next_binomial(x);
  }
  return most;
}

double mellin_period(const MixtureLaw& law, double c, double target) {
  // The quadrature over the output needs few nodes if its line is far from all branch points of the integrand. It is
  // then faster than this rule.
  constexpr double kFewPlaces = 1.1;  // nodes per nat
  if (static_cast<double>(line_grid(law, c, target).size()) < kFewPlaces * target) {
    return std::numeric_limits<double>::infinity();
  }
  constexpr double kFar = 100;  // the length of the outer line, which has little influence
  constexpr long kFew = 60;
  MellinRule rule;
  const Sizes sizes(law, c, inner_line(c), kFar);
  double high = 1;
  while (!put_terms(sizes, high, target, &rule, kFew) && high < 1e9) high *= 2;
  double low = high / 2;
  while (high / low > 1.01) {
    const double middle = std::sqrt(low * high);
    (put_terms(sizes, middle, target, &rule, kFew) ? high : low) = middle;
  }
  return high;
}

std::optional<MellinRule> mellin_rule(const MixtureLaw& law, double c, double D, size_t count,
                                      double target, size_t places) {
  // 340 nats are approximately 150 digits. For fewer digits this rule is not faster.
  constexpr double kFewestNats = 340;
  constexpr long kMostSplit = 64;
  const bool covered = law.window.whole() && c < 0 && std::isfinite(c) && D > 0 && count > 1;
  if (!covered || target < kFewestNats) return std::nullopt;
  MellinRule best;
  const double a = inner_line(c);
  const Sizes sizes(law, c, a, D * static_cast<double>(count - 1));
  const double bits = target / kLn2;
  double least = std::numeric_limits<double>::infinity();
  for (long split = 1; split <= kMostSplit; ++split) {
    MellinRule rule{a, split, 0, 0, 0, 0};
    const double eta = D / static_cast<double>(split);
    if (!put_terms(sizes, 2 * M_PI / eta, target, &rule)) continue;
    rule.last = last_node(sizes, eta, sizes.Y, target);
    rule.first = -last_node(sizes, eta, 0, target);
    const double seconds = cost(rule, count, bits);
    if (seconds >= least) break;
    least = seconds;
    best = rule;
  }
  const bool pays = places == 0 || least < cost_over_output(places, count, bits);
  if (!std::isfinite(least) || !pays) return std::nullopt;
  return best;
}

}  // namespace plumbline::mixture::heuristic
