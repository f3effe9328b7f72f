#include "reference/mechanisms/shuffled/blanket_response.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/integer/binomial.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/rough_loss.hpp"
#include "reference/mechanisms/shuffled/blanket_atoms.hpp"

namespace plumbline {
namespace {

/// Number of binary places of fixed-point numbers. 10^8 in units of 2^-30 is below 2^57.
constexpr int kBinary = 30;

std::optional<long> binary_places(const Ball& x) {
  const Ball scaled = x * Ball(power(Rational(2), kBinary), x.precision());
  const Ball limit(power(Rational(2), kBinary + 3), x.precision());
  if (!certainly_less(abs(scaled), limit)) return std::nullopt;
  const auto found = certain_floor(scaled.lower());
  if (!found) return std::nullopt;
  return static_cast<long>(found->approximate());
}

/// Returns the range first .. last around count * rate that contains all but approximately 2^-depth of a binomial
/// distribution.
CloneWindow around(long count, double rate, double depth) {
  const double n = static_cast<double>(count), lift = depth * kLn2;
  const double reach = std::sqrt(2 * lift * n * rate * (1 - rate)) + lift / 3 + 4;
  return {std::max(0L, saturated(n * rate - reach)), std::min(count, saturated(n * rate + reach))};
}

/// A number of answers T and its probability.
struct Batch {
  long answers;
  Ball weight;
};

/// Returns the numbers of answers T for the numbers m of uniform answers in a window: T is m, rounded down to a
/// multiple of `grain`, plus 1.
std::vector<Batch> batches_of(const Binomial& uniform, const CloneWindow& window, long grain) {
  std::vector<Batch> out;
  Ball mass = uniform.mass(window.first);
  for (long m = window.first; m <= window.last; ++m) {
    poll_here(m);
    const long kept = m / grain * grain + 1;
    if (out.empty() || out.back().answers != kept) {
      out.push_back({kept, mass});
    } else {
      out.back().weight += mass;
    }
    if (m < window.last) mass = mass * uniform.r / uniform.s * (uniform.count - m) / (m + 1);
  }
  return out;
}

/// Returns an upper bound of P(Bin <= first - 1) + P(Bin >= last + 1).
Ball left_out(const Binomial& law, const CloneWindow& window) {
  return law.bound_at_most(window.first - 1) + law.bound_at_least(window.last + 1);
}

/// Sums over N, the number of the T answers that are 0 or 1, and over the number of ones among these N.
class BatchSums {
 public:
  BatchSums(const Ball& lead, const Real& values, const BlanketThreshold& threshold)
      : lead_(lead),
        values_(values(lead.precision())),
        rate_(Ball::integer(2, lead.precision()) / values_),
        binary_(values.is_known_as(Rational(2))),
        threshold_(&threshold) {}

  /// Returns the tails given T answers; nothing if a threshold is undecided.
  std::optional<LossTails> of(long T, const CloneWindow& window) const;

 private:
  Binomial law(long T) const { return {T, rate_, Ball::integer(1, rate_.precision()) - rate_}; }

  Ball lead_, values_, rate_;  ///< e^epsilon0 - 1, k, 2/k
  bool binary_;
  const BlanketThreshold* threshold_;
};

std::optional<LossTails> BatchSums::of(long T, const CloneWindow& window) const {
  const Bits p = lead_.precision();
  const Ball half(Rational(1, 2UL), p), share = lead_ / T;
  const Poll poll = [] { poll_here(); };
  const double digits = static_cast<double>(p.n) * 0.31;
  BinomialWalk above(half, half, digits, poll), below(half, half, digits, poll);
  const Binomial seen = law(T);
  LossTails out{Ball(p), Ball(p), Ball(p), Ball(p)};
  Ball weight = binary_ ? Ball::integer(1, p) : seen.mass(window.last);
  for (long N = window.last; N >= window.first; --N) {
    poll_here(N);
    const auto least = threshold_->floor_of(T, N);
    if (!least) return std::nullopt;
    const long up = std::clamp(*least + 1, -1L, N + 2), down = N - up + 1;
    above.move(N, up);
    below.move(N, down);
    const Ball mean = share * N / 2 + 1;
    const auto add = [&](const BinomialWalk& walk, long from, Ball* more, Ball* less) {
      const Ball level = walk.tail() * mean;
      const Ball tilt = share * walk.mass() * std::max(from, 0L) / 2;
      *more += weight * (level + tilt);
      *less += weight * (level - tilt);
    };
    add(above, up, &out.Q_above, &out.P_above);
    add(below, down, &out.P_below, &out.Q_below);
    if (N > window.first) weight = weight * seen.s / seen.r * N / (T - N + 1);
  }
  const Ball scale = values_ / (lead_ + values_);
  for (Ball* x : {&out.P_above, &out.P_below, &out.Q_above, &out.Q_below}) *x = *x * scale;
  return out;
}

}  // namespace

BlanketThreshold::BlanketThreshold(const Real& t, const Rational& epsilon0, Bits p)
    : middle_(is_zero(t, p)), share_(p), offset_(p) {
  if (middle_) return;
  const Ball odds = exp(t(p));
  share_ = odds / (odds + 1);
  offset_ = expm1(t(p)) / ((odds + 1) * expm1(Ball(epsilon0, p)));
  share_low_ = binary_places(share_);
  offset_low_ = binary_places(offset_);
  // An interval that contains the ball, wider by one unit in the last place.
  if (share_low_) share_high_ = *share_low_ + 2;
  if (offset_low_) offset_high_ = *offset_low_ + 2;
  const Ball unit(Rational(1, 1UL << kBinary), p);
  if (!certainly_less(share_ - share_.lower(), unit)) share_low_.reset();
  if (!certainly_less(offset_ - offset_.lower(), unit)) offset_low_.reset();
}

std::optional<long> BlanketThreshold::floor_of(long T, long N) const {
  if (middle_) return N / 2;
  if (share_low_ && offset_low_) {
    const long a = (*share_low_ * N + *offset_low_ * T) >> kBinary;
    const long b = (*share_high_ * N + *offset_high_ * T) >> kBinary;
    if (a == b) return a;
  }
  const auto found = certain_floor(share_ * N + offset_ * T);
  if (!found) return std::nullopt;
  return static_cast<long>(found->approximate());
}

BlanketResponse::BlanketResponse(Rational epsilon0, long users, Real values, std::string expression,
                                 long grain)
    : epsilon0_(std::move(epsilon0)),
      users_(users),
      values_(std::move(values)),
      expression_(std::move(expression)),
      uniform_(values_.approximate() /
               (std::expm1(epsilon0_.approximate()) + values_.approximate())),
      grain_(grain) {
  if (grain_ > 0) return;
  constexpr double kAffordable = 60;  // cost of a query; one unit is a few hundred recurrence steps
  const double n = static_cast<double>(users), k = values_.approximate();
  const double spread = std::sqrt(n * uniform_ * (1 - uniform_) * n * uniform_ * 2 / k);
  grain_ = std::max(1L, saturated(spread / kAffordable));
}

void BlanketResponse::offers(Offers* asked) const {
  asked->give<RoughLoss>([this] {
    const double lead = std::expm1(epsilon0_.approximate()), k = values_.approximate();
    const double answers = static_cast<double>(users_ - 1) * uniform_ + 1;
    const double variance = std::min(lead * lead * 2 / k / answers, lead * lead);
    return RoughLoss{{-variance / 2, variance / 2}, {variance, variance}};
  });
}

// BOUND(SHUFFLED-BLANKET)
// Statement.  Let n users answer by k-ary randomized response, D = e^epsilon0 - 1, and let one of them have the value
//             0 (P) or 1 (Q). For all values of the others and any g >= 1, the shuffled answers are dominated by the
//             counts of T = g floor(M/g) + 1 answers, M of Bin(n-1, k/(D+k)): T - 1 of them are uniform, and one is
//             the user's. If N of them are 0 or 1, and x of these are 1, the masses are
//
//                 Bin(T, 2/k)(N) Bin(N, 1/2)(x) (1 + D c/T) k/(D+k),    c = N - x (P), c = x (Q),
//
//             the loss is above t if and only if x > (e^t N + T (e^t - 1)/D)/(1 + e^t), and
//
//                 sum_{x >= a} x Bin(N, 1/2)(x) = N/2 sum_{x >= a} Bin(N, 1/2)(x) + a/2 Bin(N, 1/2)(a).
//
//             If M outside a window and, for each M, the numbers N outside first .. last are omitted, the error is at
//             most P(M outside) + P(Bin(T-1, 2/k) < first) + P(Bin(T-1, 2/k) >= last), averaged over M.
// Needs.      The mass of M and N beyond the windows: BINOMIAL-TAIL. a >= 0 in the identity (a = 0 is used for sums
//             from below, where the sum is the mean).
// Proof.      An answer is the user's value with probability D/(D+k) and uniform otherwise. Reveal which of the
//             others' answers are not uniform. They do not depend on the record, so they can be removed. k need not
//             be an integer: it then describes answers of which a uniform one is 0, 1 or another value with
//             probabilities 1/k, 1/k and 1 - 2/k. A larger number of uniform answers is obtained from a smaller one
//             by post-processing: draw the missing ones. A uniform answer added to T - 1 others gives Mult_T(c). With
//             the user's law p(v) = 1/(D+k), and e^epsilon0/(D+k) at his value, the sum over his answer v of p(v)
//             Mult_{T-1}(c - e_v) is Mult_T(c) (k/T) sum_v p(v) c_v. Only the total count of the values from 2 on
//             matters. So e^L = (T + D x)/(T + D (N-x)). The identity follows from x Bin(N)(x) = N/2 Bin(N-1)(x-1)
//             and P(Bin(N-1) >= a-1) = P(Bin(N) >= a) + Bin(N-1)(a-1)/2 with Bin(N-1)(a-1) = (2a/N) Bin(N)(a). N is
//             at least the count of the others, and at most that count plus one.
// Source.     Balle, Bell, Gascon, Nissim 1903.02837 (the blanket).
WindowTails BlanketResponse::inside(double depth, const Real& t, Bits p) const {
  const Ball lead = expm1(Ball(epsilon0_, p)), values = values_(p), all = lead + values;
  const BlanketThreshold threshold(t, epsilon0_, p);
  const Binomial uniform{users_ - 1, values / all, lead / all};
  const CloneWindow outer = around(users_ - 1, uniform_, depth);
  const bool binary = values_.is_known_as(Rational(2));
  const double rate = 2 / values_.approximate();
  const BatchSums sums(lead, values_, threshold);
  const Ball two_of = Ball::integer(2, p) / values;
  LossTails out{Ball(p), Ball(p), Ball(p), Ball(p)};
  Ball outside = left_out(uniform, outer);
  for (const Batch& batch : batches_of(uniform, outer, grain_)) {
    const CloneWindow window =
        binary ? CloneWindow{batch.answers, batch.answers} : around(batch.answers, rate, depth);
    const auto found = sums.of(batch.answers, window);
    if (!found) return WindowTails::unknown(p);
    out.P_above += batch.weight * found->P_above;
    out.P_below += batch.weight * found->P_below;
    out.Q_above += batch.weight * found->Q_above;
    out.Q_below += batch.weight * found->Q_below;
    if (binary) continue;
    const Binomial others{batch.answers - 1, two_of, Ball::integer(1, p) - two_of};
    const long last = window.last == batch.answers ? batch.answers : window.last - 1;
    outside += batch.weight * left_out(others, {window.first, last});
  }
  return {out, bound<"SHUFFLED-BLANKET">(Ball::zero_to(UpperBound::of(outside), p))};
}

LossTails BlanketResponse::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p);
  const Ball at = t(p), end(epsilon0_, p);
  if (certainly_at_most(end, at)) return {zero, one, zero, one};
  if (certainly_less(at, -end)) return {one, zero, one, zero};
  return deep_tails(p, [&](double depth, Bits work) { return inside(depth, t, work); });
}

Mechanism blanket_response(const Rational& epsilon0, long users, const Real& values,
                           const std::string& expression) {
  if (!blanket_has_few_losses(users, values.is_known_as(Rational(2)))) {
    return std::make_shared<BlanketResponse>(epsilon0, users, values, expression);
  }
  const auto part = [epsilon0, values](bool uniform) {
    return Real([=](Bits p) {
      const Ball lead = expm1(Ball(epsilon0, p)), k = values(p);
      return (uniform ? k : lead) / (lead + k);
    });
  };
  return blanket_of_atoms({epsilon0, users, values, part(true), part(false)}, expression);
}

}  // namespace plumbline
