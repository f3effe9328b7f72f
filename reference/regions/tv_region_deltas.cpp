/// Computes the deltas of a region at any epsilons >= 0, including epsilons between the kinks.
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/regions/tv_region.hpp"
#include "reference/regions/tv_region_values.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns true if t equals the epsilon of the kink and both are known exactly. (A kink that represents several losses
/// has no exact epsilon. The exception is kink 0: its epsilon is 0.)
bool equal(const ComposedTv& composed, long j, const Real& t) {
  const auto exact = composed.exact_epsilon(j);
  if (exact && t.rational()) return *exact == *t.rational();
  const auto ratio = TvSteps{t, Real(kZero), std::nullopt, 1}.exact_ratio();
  if (!ratio) return false;
  const auto own = composed.exact_ratio(j);
  return own && *own == *ratio;
}

/// An epsilon t whose delta is to be determined.
struct SoughtDelta {
  Ball t;
  const Real* exact;
  bool settled = false;
  // delta at the largest kink that may equal t, and an upper bound of the distance of t from that kink.
  std::optional<Ball> delta, off;
};

std::vector<SoughtDelta> sought_deltas(const std::vector<Real>& epsilons, Bits p) {
  std::vector<SoughtDelta> out;
  for (const Real& epsilon : epsilons) {
    const Ball t = epsilon(p);
    if (certainly_negative(t)) {
      throw std::invalid_argument(
          "epsilon must be at least 0, got " +
          (epsilon.rational() ? epsilon.rational()->text() : t.decimal_bounds(10).first));
    }
    out.push_back({t, &epsilon, false, std::nullopt, std::nullopt});
  }
  return out;
}

/// Determines the deltas of several epsilons in one pass over decreasing kinks.
class DeltaSearch {
 public:
  DeltaSearch(const ComposedTv& composed, const std::vector<Real>& epsilons, int digits)
      : composed_(composed),
        digits_(digits),
        p_(composed.bits(digits) + 32),
        finite_(composed.finite_mass(p_)),
        infinite_(composed.infinite_mass(p_)),
        sought_(sought_deltas(epsilons, p_)),
        found_(epsilons.size(), unknown_region_value(digits)) {}

  void take(const RegionPoint& point);
  /// Determines the deltas of the remaining epsilons. No visited kink r is certainly below these epsilons, so the bound
  /// Q(S > r) <= 1 is used.
  void settle_rest() {
    for (size_t i = 0; i < sought_.size(); ++i) {
      if (!sought_[i].settled && sought_[i].delta) settle_near(i, Ball::integer(1, p_));
    }
  }
  const std::vector<Certified>& found() const { return found_; }

 private:
  void settle(size_t i, const Ball& delta) {
    found_[i] = region_value(infinite_ + finite_ * delta, digits_);
    sought_[i].settled = true;
  }
  /// Determines the delta of an epsilon t that may equal a kink s. `Q` is an upper bound of Q(S > r) for a kink r below
  /// both t and s (or 1).
  void settle_near(size_t i, const Ball& Q) {
    const UpperBound off = bound<"TV-BETWEEN">(UpperBound::of(*sought_[i].off * Q));
    settle(i, widen(*sought_[i].delta, off));
  }

  const ComposedTv& composed_;
  int digits_;
  Bits p_;
  Ball finite_, infinite_;
  std::vector<SoughtDelta> sought_;
  std::vector<Certified> found_;
  std::optional<Ball> above_, above_delta_;  // the previous kink: its epsilon and delta
};

// BOUND(TV-BETWEEN)
// Statement.  Let r be a kink, r' > r the next one, and r <= t <= r'. Then
//                 delta(t) = x delta(r') + (1-x) Q(S > r),   x = e^(t-r').
//             Beyond the last kink delta is 0. If a kink represents several losses, let t be above all losses of the
//             lower kink and below all losses of the upper one. Then the formula holds with r and r' the largest of
//             them, evaluated with e^t times the interval of e^-r' for both x. For s, t >= r, r a kink or 0,
//                 |delta(t) - delta(s)| <= |t - s| Q(S > r) <= |t - s|.
// Needs.      t >= 0: checked here (std::invalid_argument). t certainly between the kinks of the formula, or beyond
//             the last kink: checked here. If t may be a kink, the last inequality is used, with s the largest loss
//             of the highest such kink and r certainly below both.
// Proof.      The losses above r are those of the kink r' and those above it. For a loss l above the kink r'
//                 1 - e^(t-l) = x (1 - e^(r'-l)) + (1-x),   x = e^(t-r').
//             For a loss l of the kink r', 1 - e^(t-l) is 1-x with x = e^(t-l). Every such x is in the interval. The
//             slope of delta at u is -e^u P(S > u), which is between -Q(S > u) and 0.
// Source.     Elementary.
void DeltaSearch::take(const RegionPoint& point) {
  for (size_t i = 0; i < sought_.size(); ++i) {
    SoughtDelta& q = sought_[i];
    if (q.settled || certainly_less(q.t, point.epsilon)) continue;
    const bool beyond = certainly_less(point.epsilon, q.t);
    if (!beyond && equal(composed_, point.j, *q.exact)) {
      settle(i, point.delta);
    } else if (!beyond) {
      if (q.delta) continue;
      q.delta = point.delta;
      q.off = abs(q.t - point.epsilon).upper();
    } else if (q.delta) {
      settle_near(i, point.Q_above);
    } else if (!above_) {
      settle(i, Ball(p_));
    } else {
      const Ball back = q.t - *above_;
      settle(i, bound<"TV-BETWEEN">(exp(back) * *above_delta_ - expm1(back) * point.Q_above));
    }
  }
  above_ = point.epsilon;
  above_delta_ = point.delta;
}

}  // namespace

std::vector<Certified> region_deltas(const ComposedTv& composed, const std::vector<Real>& epsilons,
                                     const Effort& effort) {
  DeltaSearch search(composed, epsilons, effort.digits);
  try {
    composed.visit(effort, [&](const RegionPoint& point) { search.take(point); });
    search.settle_rest();
  } catch (const Interrupted&) {
  }
  return search.found();
}

}  // namespace plumbline
