#include "reference/mechanisms/shuffled/clone_table.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/integer/binomial.hpp"

namespace plumbline {
namespace {

const Bits kTableBits{128};
constexpr double kTableDepth = 160;
constexpr double kMostOutcomes = 3e5;

/// Returns the window that contains the number of ones among N answers except with probability about 2^-160.
CloneWindow likely(long N) {
  const double n = static_cast<double>(N), lift = kTableDepth * kLn2;
  const double reach = std::sqrt(lift * n / 2) + 2;
  return {std::max(0L, saturated(n / 2 - reach)), std::min(N, saturated(n / 2 + reach))};
}

}  // namespace

std::shared_ptr<const CloneTable> CloneTable::make(const Rational& epsilon0, long users,
                                                   const CloneWindow& window) {
  const CloneWindow most = likely(window.last + 1);
  const double rows = static_cast<double>(window.last - window.first + 1);
  if (rows * static_cast<double>(most.last - most.first + 1) > kMostOutcomes) return nullptr;
  return std::shared_ptr<const CloneTable>(new CloneTable(epsilon0, users, window));
}

CloneTable::CloneTable(const Rational& epsilon0, long users, const CloneWindow& window)
    : outside_(kTableBits) {
  const RandomizedBit answer = RandomizedBit::of(epsilon0, kTableBits);
  const Ball rate = exp(-Ball(epsilon0, kTableBits));
  const Binomial clones{users - 1, rate, -expm1(-Ball(epsilon0, kTableBits))};
  Ball weight = clones.mass(window.first);
  outside_ = clones.bound_at_most(window.first - 1) + clones.bound_at_least(window.last + 1);
  for (long c = window.first; c <= window.last; ++c) {
    add(c, weight, answer);
    if (c < window.last) weight = weight * clones.r / clones.s * (clones.count - c) / (c + 1);
  }
  sum();
}

// BOUND(CLONE-TABLE)
// Statement.  In the pair of SHUFFLED-CLONES, given c clones and N = c+1, the outcome x has the masses
//
//                 2 Bin(N, 1/2)(x) (keep (N-x) + flip x)/N,   and keep and flip exchanged under Q,
//
//             and its loss is an increasing function of x/N alone. Numbers x outside first .. last have at most
//             the mass P(Bin(c, 1/2) < first) + P(Bin(c, 1/2) >= last).
// Needs.      The order of the fractions x/N: by products of integers, here.
// Proof.      Bin(c,1/2)(x) = 2 Bin(N,1/2)(x) (N-x)/N and Bin(c,1/2)(x-1) = 2 Bin(N,1/2)(x) x/N. e^L = (keep r + flip
//             (1-r))/(flip r + keep (1-r)) with r = x/N. x is at least the number of ones of the clones, and at most
//             this number plus one.
// Source.     Elementary.
void CloneTable::add(long clones, const Ball& weight, const RandomizedBit& answer) {
  const Bits p = kTableBits;
  const long N = clones + 1;
  const CloneWindow window = likely(N);
  const Ball half(Rational(1, 2UL), p);
  Ball mass = weight * Binomial{N, half, half}.mass(window.first) * 2 / N;
  for (long x = window.first; x <= window.last; ++x) {
    outcomes_.push_back({x, N, mass * (answer.keep * (N - x) + answer.flip * x),
                         mass * (answer.flip * (N - x) + answer.keep * x)});
    if (x < window.last) mass = mass * (N - x) / (x + 1);
  }
  const Binomial ones{clones, half, half};
  const long last = window.last == N ? N : window.last - 1;
  outside_ += weight * (ones.bound_at_most(window.first - 1) + ones.bound_at_least(last + 1));
}

void CloneTable::sum() {
  outside_ = bound<"CLONE-TABLE">(Ball::zero_to(UpperBound::of(outside_), kTableBits));
  std::sort(outcomes_.begin(), outcomes_.end(),
            [](const Outcome& a, const Outcome& b) { return a.ones * b.all < b.ones * a.all; });
  const auto sums = [&](Ball Outcome::*mass, std::vector<Ball>* from, std::vector<Ball>* before) {
    const size_t n = outcomes_.size();
    from->assign(n + 1, Ball(kTableBits));
    before->assign(n + 1, Ball(kTableBits));
    for (size_t i = 0; i < n; ++i) (*before)[i + 1] = (*before)[i] + outcomes_[i].*mass;
    for (size_t i = n; i-- > 0;) (*from)[i] = (*from)[i + 1] + outcomes_[i].*mass;
  };
  sums(&Outcome::P, &P_from_, &P_before_);
  sums(&Outcome::Q, &Q_from_, &Q_before_);
}

std::optional<LossTails> CloneTable::above(const Ball& share) const {
  const auto first =
      std::partition_point(outcomes_.begin(), outcomes_.end(), [&](const Outcome& at) {
        return certainly_at_most(Ball::integer(at.ones, share.precision()), share * at.all);
      });
  const size_t i = static_cast<size_t>(first - outcomes_.begin());
  if (i < outcomes_.size() &&
      !certainly_less(share * first->all, Ball::integer(first->ones, share.precision()))) {
    return std::nullopt;
  }
  return LossTails{P_from_[i] + outside_, P_before_[i] + outside_, Q_from_[i] + outside_,
                   Q_before_[i] + outside_};
}

}  // namespace plumbline
