#include "reference/statistics/score_bands.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/clopper_pearson.hpp"
#include "reference/statistics/equal_level.hpp"

namespace plumbline {
namespace {

const std::vector<std::pair<std::string, ThresholdRule>>& rules() {
  static const std::vector<std::pair<std::string, ThresholdRule>> all = {
      {"explicit", ThresholdRule::explicit_one},
      {"split", ThresholdRule::split},
      {"bonferroni", ThresholdRule::bonferroni},
      {"all-cuts", ThresholdRule::all_cuts},
      {"dkw", ThresholdRule::dkw},
      {"equal-level", ThresholdRule::equal_level}};
  return all;
}

// BOUND(SCORE-DKW)
// Statement.  Let n independent scores have the law F, and let a(t) be the number of scores that are at least t. With
//             probability 1 - g, P(score >= t) <= a(t)/n + sqrt(log(1/g)/(2n)) for all t simultaneously.
// Needs.      0 < g <= 1/2: checked here.
// Proof.      By Massart's inequality, one-sided and for any F, P(sup over t of (F(t) - F_n(t)) > x) <= e^(-2 n x^2)
//             if the right side is at most 1/2. For tails of the form score >= t, apply it to the negated scores.
// Source.     Massart 1990, Theorem 1 (cited).
Ball massart(long count, long n, const Rational& share, Bits bits) {
  if (share > Rational(1, 2))
    throw std::invalid_argument(
        "dkw needs shares of the error of at most 1/2; write a higher confidence or another split");
  const Ball reach = sqrt(log(Ball(Rational(1) / share, bits)) / 2 / n);
  const Ball found = Ball::integer(count, bits) / n + bound_number<"SCORE-DKW">(reach);
  return min(found, Ball::integer(1, bits));
}

double rough_massart(long count, long n, double share) {
  return std::min(
      1.0, (static_cast<double>(count) + std::sqrt(-std::log(share) * static_cast<double>(n) / 2)) /
               static_cast<double>(n));
}

double log_or_none(double gain, double error) {
  return gain > error && error > 0 ? std::log(gain / error) : 0.0;
}

/// Returns Phi^{-1}, accurate to three digits (Abramowitz and Stegun 26.2.23).
double rough_quantile(double p) {
  if (p > 0.5) return -rough_quantile(1 - p);
  const double t = std::sqrt(-2 * std::log(std::max(p, 1e-300)));
  return -(t - (2.515517 + 0.802853 * t + 0.010328 * t * t) /
                   (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t));
}

/// Returns the indices of the cuts to examine: all cuts near the first and the last one, and fewer and fewer towards
/// the middle.
std::vector<size_t> looked_at(size_t count) {
  std::set<size_t> out;
  for (size_t i = 0; i < count; i += 1 + i / 40) {
    out.insert(i);
    out.insert(count - 1 - i);
  }
  return {out.begin(), out.end()};
}

}  // namespace

ThresholdRule threshold_rule(const std::string& name) {
  for (const auto& [text, rule] : rules()) {
    if (text == name) return rule;
  }
  throw std::invalid_argument("unknown way to choose a threshold '" + name +
                              "'; there are explicit=T, split, bonferroni=T1,T2,..., all-cuts, dkw "
                              "and equal-level");
}

std::string threshold_rule_name(ThresholdRule rule) {
  for (const auto& [text, known] : rules()) {
    if (known == rule) return text;
  }
  return "";
}

// BOUND(SCORE-CUTS)
// Statement.  With probability 1 - g1 - g2 the limits hold simultaneously at all thresholds t of the rule. The rules
//             and their limits are:
//
//                 explicit, split   Clopper and Pearson at g1 and g2, for a threshold that is fixed, or is
//                                   chosen by one part of the scores and evaluated on the other part;
//                 bonferroni        Clopper and Pearson at g1/K and g2/K, for a list of K thresholds fixed before;
//                 all-cuts          Clopper and Pearson at g1/n0 and g2/n1, for every t;
//                 equal-level       Clopper and Pearson at local levels h1 and h2 for which
//                                   P(U_(j) > u_j for some j) <= g1 and g2, for every t.
// Needs.      The scores of members are independent with one law, and so are the scores of others (the caller). The
//             local levels are chosen here, or bounded here by SCORE-EQUAL.
// Proof.      One threshold: CLOPPER-PEARSON. A split: the same, conditional on the part that chooses. K thresholds:
//             the sum of K probabilities. Every t: let y_(1) >= ... >= y_(n) be the scores of others in decreasing
//             order, and a = a(t) < n the number of scores that are at least t (for a = n the limit is 1). Then t >
//             y_(a+1), so P(Y >= t) <= P(Y > y_(a+1)). Let G be the decreasing quantile function and Y_i = G(U_i)
//             with U_i uniform. Then P(Y > y_(j)) <= U_(j), the j-th smallest of the U_i. So all limits u_(a+1) hold
//             if U_(j) <= u_j for j = 1, ..., n. For Clopper and Pearson at h, P(U_(j) > u_j) = P(Bin(n, u_j) <= j -
//             1) = h. So the sum over j is n h, and SCORE-EQUAL bounds the probability of the union. False negatives
//             are treated as false positives of -score, with > in place of >=: P(X < t) <= P(X < x_(b+1)) for
//             increasing x.
// Source.     Order statistics: Clopper and Pearson 1934; Berk and Jones 1979.
ErrorBand ErrorBand::of(ThresholdRule rule, long members, long others, const ErrorShares& shares,
                        long thresholds, const Poll& poll) {
  const auto share = [](const ErrorShares& of, long n0, long n1) {
    return ErrorShares{of.alpha / Rational(n0), of.beta / Rational(n1)};
  };
  switch (rule) {
    case ThresholdRule::bonferroni:
      return {rule, shares, share(shares, thresholds, thresholds)};
    case ThresholdRule::all_cuts:
      return {rule, shares, share(shares, others, members)};
    case ThresholdRule::equal_level: {
      const Rational first = equal_local_level(others, shares.alpha, poll);
      const bool same = members == others && shares.alpha == shares.beta;
      return {rule, shares, {first, same ? first : equal_local_level(members, shares.beta, poll)}};
    }
    case ThresholdRule::explicit_one:
    case ThresholdRule::split:
    case ThresholdRule::dkw:
      break;
  }
  return {rule, shares, shares};
}

ErrorBand ErrorBand::equal_level(long members, long others, const ErrorShares& shares,
                                 const ErrorShares& local, const Poll& poll) {
  const auto judge = [&](long n, const Rational& one, const Rational& all) {
    if (one.sign() > 0 && one <= all / Rational(n)) return;
    if (one.sign() > 0 && one < all &&
        certainly_at_most(equal_level_bound(n, one, poll).ball(Bits{64}),
                          Ball(all, Bits{64}).lower())) {
      return;
    }
    throw std::invalid_argument("the local level " + one.text() + " of " + std::to_string(n) +
                                " is not proved to have a level of at most " + all.text());
  };
  judge(others, local.alpha, shares.alpha);
  if (members != others || !(local.alpha == local.beta) || !(shares.alpha == shares.beta)) {
    judge(members, local.beta, shares.beta);
  }
  return {ThresholdRule::equal_level, shares, local};
}

ErrorLimits ErrorBand::limits(const TrialCounts& counts, int digits) const {
  if (rule_ != ThresholdRule::dkw) {
    const ErrorLimits out = error_limits(counts, local_, digits);
    return {bound_number<"SCORE-CUTS">(out.alpha), bound_number<"SCORE-CUTS">(out.beta),
            threshold_rule_name(rule_)};
  }
  const Bits bits = bits_for_digits(digits) + 96;
  return {massart(counts.false_positives, counts.others, shares_.alpha, bits),
          massart(counts.misses, counts.members, shares_.beta, bits), "dkw"};
}

std::pair<double, double> ErrorBand::approximate(const TrialCounts& c) const {
  const double g1 = local_.alpha.approximate(), g2 = local_.beta.approximate();
  if (rule_ == ThresholdRule::dkw) {
    return {rough_massart(c.false_positives, c.others, g1), rough_massart(c.misses, c.members, g2)};
  }
  return {approximate_clopper_pearson(c.others, c.false_positives, g1),
          approximate_clopper_pearson(c.members, c.misses, g2)};
}

bool ErrorBand::proportional() const {
  return rule_ != ThresholdRule::dkw && rule_ != ThresholdRule::equal_level;
}

double best_cut(const Scores& scores, const std::vector<double>& cuts, const ErrorBand& band,
                const CutWorth& worth) {
  double best = cuts.front(), most = -std::numeric_limits<double>::infinity();
  for (const size_t i : looked_at(cuts.size())) {
    const auto [alpha, beta] = band.approximate(counts_at(scores, cuts[i]));
    const double here = worth(alpha, beta);
    if (here > most) best = cuts[i], most = here;
  }
  return best;
}

CutWorth epsilon_worth(const Rational& delta, Direction direction) {
  const double left = 1 - delta.approximate();
  return [=](double alpha, double beta) {
    const double forward = log_or_none(left - beta, alpha),
                 reverse = log_or_none(left - alpha, beta);
    return direction == Direction::forward   ? forward
           : direction == Direction::reverse ? reverse
                                             : std::max(forward, reverse);
  };
}

double mu_worth(double alpha, double beta) { return -rough_quantile(alpha) - rough_quantile(beta); }

}  // namespace plumbline
