#include "reference/channels/local_privacy.hpp"

#include <algorithm>

#include "reference/arithmetic/constants.hpp"
#include "reference/channels/channel_numbers.hpp"

namespace plumbline {
namespace {

Real total_variation_of(const Channel& channel, size_t x, size_t other) {
  const std::vector<Real>&P = channel.row(x), &Q = channel.row(other);
  if (channel.rational()) {
    Rational sum(0);
    for (size_t y = 0; y < P.size(); ++y) {
      const Rational excess = *P[y].rational() - *Q[y].rational();
      if (excess.sign() > 0) sum = sum + excess;
    }
    return Real(sum);
  }
  return Real([P, Q](Bits p) { return hockey_stick(P, Q, Real(kOne), p); });
}

/// Finds the pairs of rows with the largest likelihood ratio and the largest total variation.
class LargestRatios {
 public:
  LargestRatios(const Channel& channel, LocalPrivacy* out) : channel_(channel), out_(*out) {}

  void look() {
    for (size_t x = 0; x < channel_.inputs(); ++x) {
      for (size_t other = 0; other < channel_.inputs(); ++other) {
        if (x == other) continue;
        if (!infinite_) look_at_ratios(x, other);
        if (x < other) look_at_eta(x, other);  // symmetric
      }
    }
  }
  void settle_eta() {
    if (etas_.empty()) return;
    if (channel_.rational()) {
      Rational best(0);
      for (const Real& eta : etas_) best = std::max(best, *eta.rational());
      out_.eta = Real(best);
      return;
    }
    out_.eta = Real([etas = etas_](Bits p) {
      Ball best(p);
      for (const Real& eta : etas) best = max(best, eta(p));
      return best;
    });
  }
  void settle_epsilon() {
    if (infinite_) {
      out_.epsilon.reset();
      out_.exact_ratio.reset();
    } else if (channel_.rational()) {
      Rational best = kOne;
      for (const auto& [a, b] : ratios_) best = std::max(best, *a.rational() / *b.rational());
      out_.exact_ratio = best;
      if (!(best == kOne)) out_.epsilon = Real(LogLinear{kZero, {{best, kOne}}});
    } else if (!ratios_.empty()) {
      out_.exact_ratio.reset();
      out_.epsilon = Real([ratios = ratios_](Bits p) {
        Ball best(p);
        for (const auto& [a, b] : ratios) best = max(best, log(a(p) / b(p)));
        return best;
      });
    }
  }

 private:
  void look_at_ratios(size_t x, size_t other) {
    for (size_t y = 0; y < channel_.outputs() && !infinite_; ++y) {
      const Real &a = channel_.row(x)[y], &b = channel_.row(other)[y];
      if (is_zero(a)) continue;
      infinite_ = is_zero(b);
      if (!infinite_) {
        const Ball ratio = a(kRough) / b(kRough);
        if (certainly_less(ratio, largest_ratio_)) continue;
        const bool first = certainly_less(largest_ratio_, ratio) || ratios_.empty();
        if (first) ratios_.clear();
        ratios_.emplace_back(a, b);
        largest_ratio_ = max(largest_ratio_, ratio);
        if (!first) continue;
      }
      out_.ratio_at = {x, other};
      out_.ratio_output = y;
    }
  }
  void look_at_eta(size_t x, size_t other) {
    const Real eta = total_variation_of(channel_, x, other);
    const Ball ball = eta(kRough);
    if (certainly_less(ball, largest_eta_)) return;
    if (certainly_less(largest_eta_, ball) || etas_.empty()) {
      etas_.clear();
      out_.eta_at = {x, other};
    }
    etas_.push_back(eta);
    largest_eta_ = max(largest_eta_, ball);
  }

  static constexpr Bits kRough{192};
  const Channel& channel_;
  LocalPrivacy& out_;
  Ball largest_ratio_ = Ball::integer(1, kRough), largest_eta_{kRough};
  std::vector<std::pair<Real, Real>> ratios_;
  std::vector<Real> etas_;
  bool infinite_ = false;
};

}  // namespace

LocalPrivacy local_privacy(const Channel& channel) {
  LocalPrivacy out{Real(kZero), kOne, {0, 0}, 0, Real(kZero), {0, 0}, channel.known()};
  LargestRatios largest(channel, &out);
  largest.look();
  largest.settle_eta();
  largest.settle_epsilon();
  return out;
}

Ball local_delta(const Channel& channel, const Real& epsilon, Bits p) {
  const Real factor([epsilon](Bits bits) { return exp(epsilon(bits)); });
  Ball best(p);
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = 0; other < channel.inputs(); ++other) {
      if (x == other) continue;
      best = max(best, hockey_stick(channel.row(x), channel.row(other), factor, p));
    }
  }
  return best;
}

std::optional<bool> is_locally_private(const LocalPrivacy& channel, const Real& epsilon) {
  if (!channel.epsilon) return false;
  const auto x = epsilon.log_linear();
  if (channel.exact_ratio && x && x->offset.is_zero() && x->logs.size() <= 1) {
    const bool one = x->logs.empty() || x->logs[0].n == kOne;
    if (one) return *channel.exact_ratio <= (x->logs.empty() ? kOne : x->logs[0].q);
  }
  return at_most(channel.known.epsilon.value_or(*channel.epsilon), epsilon);
}

std::optional<bool> has_total_variation(const LocalPrivacy& channel, const Real& eta) {
  return at_most(channel.known.eta.value_or(channel.eta), eta);
}

}  // namespace plumbline
