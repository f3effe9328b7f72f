#include "reference/regions/tv_region.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/regions/tv_region_values.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// The maxima, at the requested alphas, of all supporting lines that were visited so far.
struct TradeoffLines {
  std::vector<Ball> levels, best;
  /// For each alpha, the first kink from which on the lines of slope -e^t are negative at this alpha.
  std::vector<long> steep_from;

  void take(const RegionPoint& point, const Ball& finite) {
    const Ball one = Ball::integer(1, finite.precision());
    const Ball height = finite * (one - point.delta), slope = one / point.slope;
    for (size_t i = 0; i < levels.size(); ++i) {
      best[i] = max(best[i], point.slope * (height - levels[i]));
      if (point.j < steep_from[i]) best[i] = max(best[i], height - slope * levels[i]);
    }
  }
};

TradeoffLines tradeoff_lines(const ComposedTv& composed, const std::vector<Rational>& alphas,
                             Bits p) {
  TradeoffLines out;
  for (const Rational& alpha : alphas) {
    if (alpha.sign() < 0 || alpha > kOne) {
      throw std::invalid_argument("alpha must be in [0, 1], got " + alpha.text());
    }
    out.levels.emplace_back(alpha, p);
    out.best.emplace_back(p);
    out.steep_from.push_back(composed.reach() + 1);
    if (alpha.is_zero()) continue;
    const long j = composed.near(-out.levels.back().log_approximate()) + 2;
    if (j > composed.reach()) continue;
    if (certainly_less(Ball::integer(1, p), exp(composed.epsilon(j, p)) * out.levels.back())) {
      out.steep_from.back() = j;
    }
  }
  return out;
}

/// Collects the deltas at the requested j during a pass over decreasing j.
class SoughtJs {
 public:
  explicit SoughtJs(const std::vector<long>& js) : js_(js), order_(js.size()) {
    for (size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return js_[a] > js_[b]; });
  }
  bool are_from(long j) const { return next_ < order_.size() && js_[order_[next_]] >= j; }
  /// Stores the value for all requested j' >= j that have no value yet.
  void give(long j, const Certified& delta, std::vector<Certified>* out) {
    for (; are_from(j); ++next_) (*out)[order_[next_]] = delta;
  }

 private:
  const std::vector<long>& js_;
  std::vector<size_t> order_;
  size_t next_ = 0;
};

}  // namespace

// BOUND(TV-LINES)
// Statement.  Let F = (1-delta)^k. The composed trade-off function is
//                 f(a) = max(0, max_t F (1-delta_t) - e^t a, max_t e^-t (F (1-delta_t) - a)),
//             where t runs over the epsilons of the kinks. Lines that are negative at a may be omitted from the
//             maximum. Let a kink represent several losses, with r the largest of them. Evaluated with the interval of
//             the point for e^r, its two lines are enclosures that contain the lines of r, and whose upper ends are at
//             least the lines of all the other losses.
// Needs.      0 <= a <= 1: checked here (std::invalid_argument). All kinks are visited, and delta_t is that of the
//             largest loss: by ComposedTv::visit.
// Proof.      The trade-off function of the composed pair is piecewise linear with the slopes -e^t, |t| an epsilon of
//             a kink. Hence it is the maximum of its supporting lines. The line of slope -e^t is 1 - delta(t) - e^t a
//             with 1 - delta(t) = F (1-delta_t). For -t, because the pair is symmetric,
//                 1 - delta(-t) - e^-t a = e^-t (1 - delta(t) - a).
//             A line with 1 <= e^t a is negative or 0. Because delta decreases, F (1 - delta_s) is at most F (1 -
//             delta_r) for s <= r, and e^s, e^-s are in the intervals. At kink 0 the point's delta is an interval
//             that contains those of all its losses.
// Source.     Ghazi and Issa 2024, III-C; Dong, Roth, Su 2022, Proposition 6.
RegionAnswers region_answers(const ComposedTv& composed, const std::vector<long>& js,
                             const std::vector<Rational>& alphas, const Effort& effort) {
  const int digits = effort.digits;
  const Certified unknown = unknown_region_value(digits);
  RegionAnswers out{std::vector<Certified>(js.size(), unknown), unknown,
                    std::vector<Certified>(alphas.size(), unknown)};
  const Bits p = composed.bits(digits);
  const Ball finite = composed.finite_mass(p), infinite = composed.infinite_mass(p);
  TradeoffLines lines = tradeoff_lines(composed, alphas, p);
  SoughtJs sought(js);
  // Beyond the last kink there is no finite loss, and delta is the mass of infinite loss.
  sought.give(composed.reach() + 1, region_value(infinite, digits), &out.deltas);
  try {
    composed.visit(effort, [&](const RegionPoint& point) {
      if (point.j == 0 || sought.are_from(point.j)) {
        const Certified here = region_value(infinite + finite * point.delta, digits);
        sought.give(point.j, here, &out.deltas);
        if (point.j == 0) out.total_variation = here;
      }
      if (!alphas.empty()) lines.take(point, finite);
    });
  } catch (const Interrupted&) {
    return out;
  }
  for (size_t i = 0; i < alphas.size(); ++i) {
    // f may be exactly 0 here, and a ball cannot distinguish 0 from tiny numbers. Therefore an absolute accuracy
    // suffices.
    const Ball f = bound<"TV-LINES">(lines.best[i]);
    require_within(f, kZero, kOne, "a composed trade-off function");
    out.tradeoff[i] = within(certified({f, {}}, "theorem2", digits, true), kZero, kOne);
  }
  return out;
}

// BOUND(TV-AREA)
// Statement.  For a pair that is symmetric under exchange, 1 - 2 int f is the total variation of the pair composed
//             with itself.
// Needs.      The pair is symmetric: it is, by equations 43 and 44 of Ghazi and Issa 2024.
// Proof.      Let X ~ P, Y ~ Q. int f is the probability that S(X) > S(Y) plus half the probability of a tie (the
//             area under a curve of errors), so that
//                 1 - 2 int f = Pr(S(Y) > S(X)) - Pr(S(Y) < S(X)).
//             By symmetry S(X) has the law of -S(Y'), Y' ~ Q independent of Y. (Y, Y') is the pair twice under Q, and
//             S2 = S(Y) + S(Y'):
//                 1 - 2 int f = Q2(S2 > 0) - Q2(S2 < 0) = Q2(S2 > 0) - P2(S2 > 0),
//             which is its delta(0). Infinite losses (+inf under Q, -inf under P) are included.
// Source.     Elementary.
Certified region_area(const ComposedTv& composed, const Effort& effort) {
  const Certified twice = region_answers(composed.repeated(2), {}, {}, effort).total_variation;
  return replaced(twice, bound<"TV-AREA">(twice.value()));
}

std::optional<double> area_ratio(const Certified& area, const Certified& other) {
  if (!area.reached() || !other.reached() || !certainly_positive(other.value()))
    return std::nullopt;
  return (area.value() / other.value()).approximate();
}

Certified region_worst_total_variation(const ComposedTv& composed, int digits) {
  const Ball worst = composed.worst_total_variation(composed.bits(digits));
  return within(certified({worst, {}}, "theorem2", digits), kZero, kOne);
}

Certified closed_worst_total_variation(const ComposedTv& composed, int digits) {
  const auto at = [&](Bits p) { return composed.worst_total_variation(p); };
  return certified_at(at, "closed_form", digits);
}

// By TV-LINES, 1 - delta_j' - e^(j u) a is a supporting line, where delta_j' is the delta at j. It is 1 - delta_j' at
// a = 0, and 0 at a = e^(-j u) (1 - delta_j').
std::vector<LineEnd> region_line(const ComposedTv& composed, long j, const Effort& effort) {
  const Certified delta = region_answers(composed, {j}, {}, effort).deltas.at(0);
  const Bits p = delta.value().precision();
  const Ball height = Ball::integer(1, p) - delta.value();
  const auto certain = [&](const Ball& x) {
    return certified({x, {}}, "theorem2", effort.digits, true);
  };
  const Certified zero = certain(Ball(Bits{64})), top = certain(height),
                  foot = certain(exp(-composed.epsilon(j, p)) * height);
  std::vector<LineEnd> out{{zero, top}, {foot, zero}};
  if (j > 0) {
    out.push_back({top, zero});
    out.push_back({zero, foot});
  }
  return out;
}

std::vector<Certified> approximate_dp_curve(const Rational& epsilon, const Rational& delta,
                                            const std::vector<Rational>& alphas,
                                            const Effort& effort) {
  if (epsilon.sign() < 0 || delta.sign() < 0 || delta > kOne) {
    throw std::invalid_argument("epsilon must be at least 0 and delta in [0, 1], got " +
                                epsilon.text() + " and " + delta.text());
  }
  const Bits p = bits_for_digits(effort.digits) + 64;
  const Ball e(epsilon, p), top(kOne - delta, p);
  std::vector<Certified> out;
  for (const Rational& alpha : alphas) {
    const Ball a(alpha, p);
    const Ball f = max(max(top - exp(e) * a, exp(-e) * (top - a)), Ball(p));
    out.push_back(within(certified({f, {}}, "closed_form", effort.digits), kZero, kOne));
  }
  return out;
}

}  // namespace plumbline
