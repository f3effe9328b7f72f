#include "reference/mechanisms/laplace/flip_runs.hpp"

#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 36;  // digits of the printed probabilities
constexpr Bits kBits{192};
constexpr double kMostRuns = 5000;  // maximum number of runs for the search of the worst lead

/// Returns P(D <= x), where D is the difference of two independent exponential variables of rate 1.
Ball difference_below(const Rational& x, Bits b) {
  const Ball half = exp(-abs(Ball(x, b))) / 2;
  return x.sign() < 0 ? half : Ball::integer(1, b) - half;
}

double difference_below(double x) { return x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2; }

}  // namespace

// BOUND(FLIP-PAIR)
// Statement.  Let the first of two candidates be x ahead of the second, in units of the noise. Permute-and-flip
//             returns it with probability F(x), where F(x) = e^x/2 for x < 0 and 1 - e^-x/2 otherwise. Consider a
//             binary output that has probability a without and c with the record, where
//
//                 F(x) <= a <= c <= F(x + epsilon).
//
//             Its delta is at most that of two neighbouring data sets, run by run, so some neighbours have at least
//             the delta of a product of such pairs.
// Needs.      F(x) <= a <= c <= F(x + epsilon): the ends of enclosures of F, compared here.
// Proof.      The better candidate is accepted if it comes first. The other one is accepted with probability e^-|x|
//             if it comes first, which happens with probability 1/2. The record changes each score by at most
//             epsilon/2, and may move the scores apart. Consider the tests "first", with level F(x) and power
//             F(x+epsilon), "always" and "never". Because power is concave in the level, their mixtures reach the
//             level a with any power between a and F(x+epsilon). So (a, c) is the law of a function of the output and
//             an independent coin, in each run.
// Source.     McKenna, Sheldon 2020; Ding, Kifer, Steinke and others 2021.
std::optional<FlipPair> flip_pair(const Rational& epsilon, const Rational& lead, Bits b) {
  const Ball without = bound<"FLIP-PAIR">(difference_below(lead, b));
  const Ball with = bound<"FLIP-PAIR">(difference_below(lead + epsilon, b));
  const auto high = without.decimal_ends(kDigits).second;
  const auto low = with.decimal_ends(kDigits).first;
  if (!high || !low || !(*high < *low) || !(*low < Rational(1))) return std::nullopt;
  return FlipPair{*high, *low};
}

namespace {

/// Approximates the delta of this number of runs at the threshold `at` of the privacy loss.
double rough_delta(double lead, double epsilon, double runs, double at) {
  const double a = difference_below(lead), c = difference_below(lead + epsilon);
  double sum = 0;
  for (double k = 0; k <= runs; ++k) {
    const double ways = std::lgamma(runs + 1) - std::lgamma(k + 1) - std::lgamma(runs - k + 1);
    const double with = ways + k * std::log(c) + (runs - k) * std::log1p(-c);
    const double without = ways + k * std::log(a) + (runs - k) * std::log1p(-a);
    if (with > without + at) sum += std::exp(with) - std::exp(without + at);
  }
  return sum;
}

/// Returns the lead that maximises rough_delta on a grid, refined on finer grids around the maximum.
double worst_lead(double epsilon, double runs, double at) {
  constexpr int kPoints = 24, kRounds = 5;
  double middle = -epsilon / 2, reach = epsilon / 2 + 8;
  for (int round = 0; round < kRounds; ++round) {
    double best = middle, most = rough_delta(middle, epsilon, runs, at);
    for (int i = -kPoints; i <= kPoints; ++i) {
      const double lead = middle + reach * i / kPoints;
      const double found = rough_delta(lead, epsilon, runs, at);
      if (found > most) std::tie(best, most) = std::pair(lead, found);
    }
    middle = best;
    reach /= kPoints / 2;
  }
  return middle;
}

}  // namespace

namespace {

void require_epsilon(const FlipRuns& runs) {
  if (runs.epsilon.sign() > 0) return;
  throw std::invalid_argument("permute_and_flip needs epsilon > 0, got " + runs.epsilon.text());
}

/// Returns the expression of the pair of one run with this lead.
std::string member_at_lead(const FlipRuns& runs, const Rational& lead) {
  const auto pair = flip_pair(runs.epsilon, lead, kBits);
  if (!pair) return "";
  const Rational one(1);
  const std::string a = pair->without.text(), c = pair->with.text();
  return "finite(P=[" + a + "," + (one - pair->without).text() + "],Q=[" + c + "," +
         (one - pair->with).text() + "])";
}

}  // namespace

std::string flip_member_at(const FlipRuns& runs, double place) {
  require_epsilon(runs);
  // A candidate that is kFar ahead is returned with probability 1 - e^-8/2.
  constexpr double kFar = 8;
  const double half = runs.epsilon.approximate() / 2,
               lead = -half + (2 * place - 1) * (half + kFar);
  return std::isfinite(lead) ? member_at_lead(runs, Rational::from_binary64(lead)) : "";
}

std::string flip_member(const FlipRuns& runs, std::optional<double> at) {
  require_epsilon(runs);
  const double N = runs.runs.approximate(), epsilon = runs.epsilon.approximate();
  Rational lead = Rational(0) - runs.epsilon / Rational(2);
  if (at && std::isfinite(*at) && N <= kMostRuns) {
    lead = Rational::from_binary64(worst_lead(epsilon, N, *at));
  }
  const std::string out = member_at_lead(runs, lead);
  return out.empty() ? "perfectly_private()" : out;
}

}  // namespace plumbline
