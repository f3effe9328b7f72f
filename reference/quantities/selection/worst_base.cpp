#include "reference/quantities/selection/worst_base.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostBlocks = 3;
constexpr double kNever = -HUGE_VAL;

/// Finds the best order of outputs by dynamic programming. A state is the number of small losses and the number of
/// large losses that have been placed so far. The number of blocks of large losses is limited.
class OrderSearch {
 public:
  OrderSearch(const RankWeights& weights, const std::vector<BasePoint>& low,
              const std::vector<BasePoint>& high, double epsilon)
      : weights_(weights),
        low_(low),
        high_(high),
        odds_(std::exp(epsilon)),
        states_(low.size() * high.size() * (kMostBlocks + 1) * 2) {
    state(0, 0, 0, false).value = 0;
    for (size_t j = 0; j < high_.size(); ++j) {
      for (size_t i = 0; i < low_.size(); ++i) {
        if (j > 0 && low_[i].p + high_[j].p <= 1) take_high(i, j);
        if (i > 0) take_low(i, j);
      }
    }
  }

  std::vector<BaseBlock> best() const {
    Place at{0, 0, 0, false};
    for (size_t j = 1; j < high_.size(); ++j) {
      for (size_t i = 0; i < low_.size(); ++i) {
        for (size_t b = 1; b <= kMostBlocks; ++b) {
          if (state(i, j, b, true).value > state(at).value) at = {i, j, b, true};
        }
      }
    }
    std::vector<BaseBlock> out;
    while (at.high > 0) {
      // Follows a block of large losses from its end back to its beginning.
      const size_t i = at.low, end = at.high;
      while (at.is_high) at = state(at).from;
      out.insert(out.begin(), {level(low_[i].p), level(high_[end].p)});
      while (!at.is_high && at.low > 0) at = state(at).from;
    }
    return out;
  }

 private:
  struct Place {
    size_t low, high, blocks;
    bool is_high;
  };
  struct State {
    double value = kNever;
    Place from{0, 0, 0, false};
  };

  static Rational level(double p) {
    constexpr int kDigits = 12;
    return p <= 0 ? Rational(0) : decimal_below(Rational::from_binary64(p), kDigits);
  }
  size_t index(size_t i, size_t j, size_t b, bool high) const {
    return ((i * high_.size() + j) * (kMostBlocks + 1) + b) * 2 + (high ? 1 : 0);
  }
  State& state(size_t i, size_t j, size_t b, bool high) { return states_[index(i, j, b, high)]; }
  const State& state(size_t i, size_t j, size_t b, bool high) const {
    return states_[index(i, j, b, high)];
  }
  const State& state(const Place& at) const {
    return state(at.low, at.high, at.blocks, at.is_high);
  }

  /// Returns the change of A_q(E) - e^epsilon A_p(E) of SELECTION if the j-th large loss is placed after i small
  /// losses.
  double gain(size_t i, size_t j) const {
    const BasePoint &a = high_[j - 1], &b = high_[j], &n = low_[i];
    return share(n.q + a.q, b.q - a.q) - odds_ * share(n.p + a.p, b.p - a.p);
  }
  /// Returns the mass, after the selection, of outputs of mass `mass` that follow better outputs of mass u.
  double share(double u, double mass) const {
    constexpr double kNarrow = 1e-3;
    if (mass < kNarrow) return mass * weights_.approximate_weight(u + mass / 2);
    return weights_.approximate_below(u) - weights_.approximate_below(u + mass);
  }
  void take_high(size_t i, size_t j) {
    const double more = gain(i, j);
    for (size_t b = 1; b <= kMostBlocks; ++b) {
      State& here = state(i, j, b, true);
      const State &same = state(i, j - 1, b, true), &fresh = state(i, j - 1, b - 1, false);
      const bool starts = fresh.value > same.value;
      const double before = starts ? fresh.value : same.value;
      if (before == kNever || before + more <= here.value) continue;
      here = {before + more, {i, j - 1, starts ? b - 1 : b, !starts}};
    }
  }
  void take_low(size_t i, size_t j) {
    for (size_t b = 0; b <= kMostBlocks; ++b) {
      State& here = state(i, j, b, false);
      for (const bool high : {false, true}) {
        const State& before = state(i - 1, j, b, high);
        if (before.value > here.value) here = {before.value, {i - 1, j, b, high}};
      }
    }
  }

  const RankWeights& weights_;
  const std::vector<BasePoint>&low_, &high_;
  double odds_;
  std::vector<State> states_;
};

}  // namespace

std::vector<BaseBlock> worst_order(const RankWeights& weights,
                                   const std::vector<BasePoint>& largest_losses, double epsilon) {
  std::vector<BasePoint> low;
  for (const auto& [q, p] : weights.corners()) {
    if (low.empty() || p > low.back().p) low.push_back({q, p});
  }
  return OrderSearch(weights, low, largest_losses, epsilon).best();
}

// Let (P, Q) dominate in the direction, and let f be its trade-off function. (For the larger of two profiles, (P, Q)
// is a symmetric pair with this profile.) For levels 0 <= v_1 <= ... and 0 <= a_1 <= ... with a_n + v_n <= 1 there is a
// base with the outputs L_1, E_1, L_2, E_2, ..., rest, from the best to the worst, whose profile is at most that of (P,
// Q) in both directions, with
//
//     p(L_1 + ... + L_i) = v_i,  q(L_1 + ... + L_i) = f(1 - v_i),
//     p(E_1 + ... + E_i) = a_i,  q(E_1 + ... + E_i) = 1 - f(a_i).
//
// Proof: the most powerful tests of (P, Q) at levels a_1 <= ... <= a_n <= 1 - v_n <= ... <= 1 - v_1 can be chosen
// nested (Neyman and Pearson, one random number for all). E_1, ... and L_1, ... are the differences of their rejection
// and acceptance regions. They are randomized functions of the outputs of (P, Q), and such postprocessing does not
// increase the profile. The best of K outputs lies outside the best outputs of mass u with probability g(u) =
// E[(1-u)^K], so that after selection the event E = E_1 + ... + E_n has the mass
//
//     sum_i [g(l_i + e_{i-1}) - g(l_i + e_i)],
//
// where l_i and e_i are the masses of L_1 + ... + L_i and of E_1 + ... + E_i. The formula holds under q and under p.
EventMasses event_masses(PrivacyProfile& profile, const RunLaw& runs,
                         const std::vector<BaseBlock>& blocks, const Effort& effort) {
  const Bits p = bits_for_digits(effort.digits) + 256;
  EventMasses out{Ball(p), Ball(p)};
  Ball used_q(p), used_p(p);
  Rational low_before(0), high_before(0);
  for (const BaseBlock& block : blocks) {
    if (block.low < low_before || block.high < high_before ||
        block.low + block.high > Rational(1)) {
      throw Contradiction("parts of a base mechanism out of order");
    }
    low_before = block.low;
    high_before = block.high;
    const Ball low_q = tradeoff(profile, Rational(1) - block.low, effort).value().at(p);
    const Ball high_q = reconstruction(profile, block.high, effort).value().at(p);
    const Ball low_p(block.low, p), high_p(block.high, p);
    out.q += runs.below(low_q + used_q) - runs.below(low_q + high_q);
    out.p += runs.below(low_p + used_p) - runs.below(low_p + high_p);
    used_q = high_q;
    used_p = high_p;
  }
  return out;
}

}  // namespace plumbline
