#include "reference/statistics/equal_level.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/machine_mass.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/statistics/binomial.hpp"
#include "reference/statistics/clopper_pearson.hpp"

namespace plumbline {
namespace {

constexpr Bits kBits{64};

/// A condition on n points in [0, 1]: at least `least` of the points must be at most `time`.
struct Gate {
  double time;
  long least;
};

/// Computes the roots p of P(Bin(n, p) <= k) = level for increasing k, as log(p/(1-p)). Each search starts from the
/// previous root.
class RootsInTurn {
 public:
  RootsInTurn(long n, double level) : n_(n), level_(level), log_level_(std::log(level)) {}

  double at(long k) {
    if (k < 40 || n_ - k < 40 || !started_) {
      const double p = approximate_clopper_pearson(n_, k, level_);
      z_ = std::log(p) - std::log1p(-p);
      started_ = true;
      last_ = k;
      return n_ - k < 40 ? z_ = precise(k, z_) : z_;
    }
    const double p = 1 / (1 + std::exp(-z_)), n = static_cast<double>(n_);
    z_ += static_cast<double>(k - last_) / (n * p * (1 - p));
    last_ = k;
    return z_ = precise(k, z_);
  }

 private:
  double precise(long k, double z) {
    last_ = k;
    for (int i = 0; i < 8; ++i) {
      const double tail = log_binomial_at_most(n_, k, z);
      const double slope = static_cast<double>(n_ - k) / (1 + std::exp(-z)) *
                           std::exp(log_binomial_mass(n_, k, z) - tail);
      const double step = (tail - log_level_) / slope;
      z += std::clamp(step, -1.0, 1.0);
      if (std::fabs(step) < 1e-10) break;
    }
    return z;
  }

  long n_, last_ = 0;
  double level_, log_level_, z_ = 0;
  bool started_ = false;
};

/// Returns gates that imply U_(j) <= u_j for all j (see SCORE-EQUAL). A block of consecutive j shares one gate: its
/// time is a lower bound of the limit u_j of the first j, and its count is the last j. Returns nothing if a bound could
/// not be proved.
std::optional<std::vector<Gate>> gates(long n, const Rational& local, bool certify, double coarse,
                                       const Poll& poll) {
  RootsInTurn roots(n, local.approximate());
  const Ball level(local, kBits);
  std::vector<Gate> out;
  for (long j = 1; j <= n;) {
    const double room = static_cast<double>(std::min(j, n - j + 1));
    const long many = std::max(1L, static_cast<long>(coarse * std::sqrt(room)));
    const double z = roots.at(j - 1);
    double shift = 1e-6, time = 0;
    for (int tries = 0; tries < 4; ++tries, shift *= 10) {
      time = 1 / (1 + std::exp(shift - z));
      if (!certify) break;
      const Chance chance = Chance::of(exact(time, kBits + 64));
      if (certainly_at_most(level, binomial_at_most(n, j - 1, chance, 1e-7).tail.lower())) break;
      if (tries == 3) return std::nullopt;
    }
    if (!out.empty()) time = std::max(time, out.back().time);
    out.push_back({time, std::min(n, j + many - 1)});
    j += many;
    poll();
  }
  return out;
}

/// The probabilities that the number of points in [0, time] is `first`, `first` + 1, ..., for the time of a gate.
struct Masses {
  long first;
  std::vector<double> of;
};

/// Returns the probabilities of 0, 1, ... under a Poisson distribution with this mean. Each is at most its exact value
/// up to rounding.
std::vector<double> arrivals(const Ball& mean) {
  const double rate = mean.lower().approximate() * (1 - 0x1p-50);
  const double none = exp(-mean).lower().approximate() * (1 - 0x1p-50);
  std::vector<double> out{none};
  double most = none;
  for (long d = 1; d < 4000; ++d) {
    const double next = out.back() * (rate / static_cast<double>(d));
    if (next<1e-18 * most&& static_cast<double>(d)> rate) break;
    out.push_back(next);
    most = std::max(most, next);
  }
  return out;
}

Masses moved(const Masses& from, const std::vector<double>& weights, long least, long most) {
  Masses out{least, std::vector<double>(static_cast<size_t>(std::max(0L, most - least + 1)), 0.0)};
  const auto sources = static_cast<long>(from.of.size());
  const auto targets = static_cast<long>(out.of.size());
  for (size_t d = 0; d < weights.size(); ++d) {
    // The index in `out` that receives the first mass of `from`.
    const long offset = from.first + static_cast<long>(d) - least;
    const long start = std::max(0L, -offset), end = std::min(sources, targets - offset);
    const double w = weights[d];
    const double* source = from.of.data();
    double* target = out.of.data();
    for (long i = start; i < end; ++i) target[i + offset] += w * source[i];
  }
  for (double& x : out.of) {
    if (x < 1e-200) x = 0;
  }
  return out;
}

// BOUND(SCORE-EQUAL)
// Statement.  Let U_(1) < ... < U_(n) be ordered uniform numbers and u_1 <= ... <= u_n. For each block of indices
//             from j to l, let t_j <= u_j; this gate requires l points by the time t_j. Let R be the mass of the
//             paths of a Poisson process N of rate n that pass every gate N(t_j) >= l and have N = n at the last gate
//             time t. Then
//                 P(U_(j) > u_j for some j) <= 1 - R e^(-n (1-t)) n!/(e^-n n^n),
//             and the inequality remains true for every smaller R. Masses are doubles: R is at least the computed
//             number times 1 - K 2^-52, where K is the number of roundings on a path.
// Needs.      t_j <= u_j: decided by an enclosure of P(Bin(n, t_j) <= j - 1) >= local (gates). Doubles round to
//             nearest, and no exponent overflows or underflows (masses below 10^-200 are omitted, weights are above
//             10^-60): checked here.
// Proof.      U_(j) <= u_j is equivalent to N(u_j) >= j, where N counts the points. N(t_j) >= l implies it for all
//             indices of the block, because N does not decrease. Given N(1) = n, the points of a Poisson process are
//             n ordered uniform numbers. Its increments are independent Poisson numbers, and P(N(1) = n) = e^-n
//             n^n/n!. After the last gate, where N = n, no point may arrive. Omitted mass makes R smaller. Each
//             rounding has a relative error of at most 2^-53, and a path involves only sums and products of positive
//             numbers. This gives at most K factors 1 + 2^-53, whose product is at most 1/(1 - K 2^-52).
// Source.     Berk and Jones 1979 (equal local levels); Khmaladze and Shinjikashvili 2001, Moscovich and Nadler 2017
//             (the Poisson process); the rounding and the blocks are this project's.
UpperBound crossing_bound(long n, const std::vector<Gate>& gates, const Poll& poll) {
  const double size = static_cast<double>(n);
  Masses masses{0, {1.0}};
  double before = 0, roundings = 64;
  for (size_t g = 0; g < gates.size(); ++g) {
    const double t = gates[g].time;
    const auto weights = arrivals((exact(t, kBits) - exact(before, kBits)) * n);
    if (!(weights.front() > 1e-60)) return UpperBound::of(Ball::integer(1, kBits));
    const double reach = size * t + 7.5 * std::sqrt(size * t * (1 - t)) + 25;
    const long most = std::min(n, std::max(gates[g].least, static_cast<long>(reach)));
    masses = moved(masses, weights, gates[g].least, most);
    roundings += 4 * static_cast<double>(weights.size()) + 8;
    before = t;
    if (g % 64 == 0) poll();
  }
  const Ball one = Ball::integer(1, kBits), count = Ball::integer(n, kBits + 64);
  const Ball kept = exact(masses.of.back(), kBits) * (one - exact(roundings * 0x1p-52, kBits));
  const Ball logs = count * exact(before, kBits) + log_gamma(count + 1) - log(count) * n;
  const Ball missed = one - kept * exp(logs);
  return certainly_positive(missed) ? UpperBound::of(missed) : UpperBound::of(one);
}

/// Returns the approximate log of the simultaneous level, which is the probability that some U_(j) exceeds u_j.
double rough_log_level(long n, double local, const Poll& poll) {
  const auto times = gates(n, Rational::from_binary64(local), false, 0.03, poll);
  return crossing_bound(n, *times, poll).log_approximate();
}

/// Returns a local level at which the simultaneous level is approximately e^goal.
double rough_local(long n, double goal, double start, const Poll& poll) {
  double log_local = std::log(start);
  for (int i = 0; i < 4; ++i) {
    const double off = goal - rough_log_level(n, std::exp(log_local), poll);
    log_local += off;  // the simultaneous level is almost proportional to the local level
    if (std::fabs(off) < 0.003) break;
  }
  return std::exp(log_local);
}

}  // namespace

UpperBound equal_level_bound(long n, const Rational& local, const Poll& poll, double coarse) {
  const auto times = gates(n, local, true, coarse, poll);
  if (!times || !rounds_to_nearest()) return UpperBound::of(Ball::integer(1, kBits));
  return bound<"SCORE-EQUAL">(crossing_bound(n, *times, poll));
}

Rational equal_local_level(long n, const Rational& level, const Poll& poll) {
  if (level < power_of_ten(-7)) {
    throw std::invalid_argument(
        "equal-level bands need an error of at least 10^-7 for each side; all-cuts has no such "
        "limit");
  }
  const double goal = std::log(level.approximate());
  const long few = std::min(n, 500L);
  double local = rough_local(
      few, goal, level.approximate() / (2 + 2 * std::log(1.0 + static_cast<double>(few))), poll);
  if (few < n) {
    const double more = std::log(static_cast<double>(few)) / std::log(static_cast<double>(n));
    local = rough_local(n, goal, local * more, poll);
  }
  for (int i = 0; i < 6; ++i, local *= 0.98) {
    const Rational rounded = decimal_below(Rational::from_binary64(local), 4);
    const Ball found = equal_level_bound(n, rounded, poll).ball(kBits);
    if (certainly_at_most(found, Ball(level, kBits).lower())) return rounded;
  }
  return level / Rational(n);  // the union bound
}

}  // namespace plumbline
