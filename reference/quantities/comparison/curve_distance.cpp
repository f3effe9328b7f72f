#include "reference/quantities/comparison/curve_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 20;
const Bits kBits{160};

/// The values of f and g at one level alpha, and their difference.
struct Sample {
  Rational alpha;
  Ball f, g, d;
};

/// The interval of levels between samples i and i + 1.
struct LevelCell {
  double bound;  ///< bound of |g - f|, rounded up; it only guides the search
  Ball upper;    ///< its upper end bounds |g - f|
};

/// Returns a ball that is not finite: no bound is known.
Ball unbounded() { return Ball::indeterminate(kBits); }

class Search {
 public:
  Search(TradeoffValues& f, const ComparedCurve& g) : f_(f), g_(g) {
    std::vector<double> levels = {0.5};
    for (double x = 0.25; x > 1e-12; x *= x < 0.01 ? 0.03 : 0.4) levels.push_back(x);
    samples_.push_back(sample(Rational(0)));
    std::sort(levels.begin(), levels.end());
    for (const double x : levels) samples_.push_back(sample(Rational::from_binary64(x)));
    for (size_t k = levels.size() - 1; k-- > 0;) {
      samples_.push_back(sample(Rational(1) - Rational::from_binary64(levels[k])));
    }
    samples_.push_back(sample(Rational(1)));
    for (size_t i = 0; i + 1 < samples_.size(); ++i) cells_.push_back(cell(i));
  }

  size_t points() const { return samples_.size(); }

  /// Returns the index of the cell in which |g - f| may be largest.
  size_t widest() const {
    const auto it =
        std::max_element(cells_.begin(), cells_.end(),
                         [](const LevelCell& x, const LevelCell& y) { return x.bound < y.bound; });
    return static_cast<size_t>(it - cells_.begin());
  }
  double bound(size_t i) const { return cells_[i].bound; }
  double largest() const { return largest_; }
  const Sample& best() const { return samples_[best_index()]; }

  /// Divides cell i in two; returns false if it is too narrow.
  bool split(size_t i) {
    const Rational middle = between(samples_[i].alpha, samples_[i + 1].alpha);
    if (!(samples_[i].alpha < middle) || !(middle < samples_[i + 1].alpha)) return false;
    const auto at = static_cast<std::ptrdiff_t>(i);
    samples_.insert(samples_.begin() + at + 1, sample(middle));
    cells_.insert(cells_.begin() + at, cells_[i]);
    // The new sample also tightens the slopes, and so the bounds, of the neighbouring cells.
    for (size_t k = i == 0 ? 0 : i - 1; k <= i + 2 && k < cells_.size(); ++k) {
      const LevelCell sharper = cell(k);
      if (k == i || k == i + 1 || sharper.bound < cells_[k].bound) cells_[k] = sharper;
    }
    return true;
  }

  Ball enclosure() const {
    Ball upper(kBits), lower(kBits);
    for (const LevelCell& c : cells_) upper = max(upper, c.upper);
    for (const Sample& s : samples_) lower = max(lower, abs(s.d).lower());
    return enclosed_between(lower, upper, "the distance of two curves");
  }

 private:
  Sample sample(const Rational& alpha) {
    Sample s{alpha, f_.at(alpha), g_.value(alpha, kBits), Ball(kBits)};
    s.d = s.g - s.f;
    largest_ = std::max(largest_, abs(s.d).lower().approximate());
    return s;
  }

  size_t best_index() const {
    size_t best = 0;
    for (size_t i = 1; i < samples_.size(); ++i) {
      if (std::fabs(samples_[i].d.approximate()) > std::fabs(samples_[best].d.approximate())) {
        best = i;
      }
    }
    return best;
  }

  /// Returns a level between a and b, with geometric spacing towards 0 and 1, where the curves vary over many scales.
  static Rational between(const Rational& a, const Rational& b) {
    const Rational one(1);
    if (a > Rational(1, 2)) return one - between(one - b, one - a);
    const double x = a.approximate(), y = b.approximate();
    if (a.is_zero()) return Rational::from_binary64(std::min(y / 8, std::max(y * y, 1e-300)));
    if (y > 4 * x) return Rational::from_binary64(std::sqrt(x * y));
    return (a + b) / Rational(2);
  }

  Ball chord(size_t i) const {
    return (samples_[i + 1].f - samples_[i].f) /
           Ball(samples_[i + 1].alpha - samples_[i].alpha, kBits);
  }

  /// Returns bounds on the slopes of f between samples i and i + 1.
  SlopeRange slopes_of_f(size_t i) const {
    std::optional<Ball> before, after;
    if (i > 0) before = chord(i - 1);
    if (i + 2 < samples_.size()) after = chord(i + 1);
    return neighbour_chords(before, after, kBits);
  }

  LevelCell cell(size_t i) const {
    const Sample &a = samples_[i], &b = samples_[i + 1];
    // f and g are nonincreasing.
    Ball upper = a.g - b.f, lower = a.f - b.g;
    const Ball g = g_.slopes(a.alpha, b.alpha, kBits);
    const Ball width(b.alpha - a.alpha, kBits);
    const SlopeRange f = slopes_of_f(i);
    const Ball least = g.is_finite() ? g.lower() - f.most : unbounded();
    const Ball most = g.is_finite() && f.least.is_finite() ? g.upper() - f.least : unbounded();
    const double place = crossing(a.d.approximate(), b.d.approximate(), width.approximate(),
                                  least.approximate(), most.approximate());
    upper = smaller(upper, slope_cone(a.d, b.d, width, least, most, place));
    const double back = crossing(-a.d.approximate(), -b.d.approximate(), width.approximate(),
                                 -most.approximate(), -least.approximate());
    lower = smaller(lower, slope_cone(-a.d, -b.d, width, -most, -least, back));
    const Ball bound = max(upper.upper(), lower.upper());
    const double rough = bound.is_finite() ? bound.approximate() : 2;
    return {rough * (1 + 1e-12), bound};
  }

  static Ball smaller(const Ball& x, const Ball& y) {
    if (!y.is_finite()) return x;
    if (!x.is_finite()) return y;
    return min(x.upper(), y.upper());
  }

  /// Returns where the line of slope `most` through the left value meets the line of slope `least` through the right
  /// value, as a fraction of the width.
  static double crossing(double at_a, double at_b, double width, double least, double most) {
    if (!std::isfinite(most)) return 0;
    if (!std::isfinite(least)) return 1;
    const double up = std::max(most, 0.0), down = std::max(-least, 0.0);
    if (!(up + down > 0)) return 0.5;
    return std::clamp((at_b - at_a + down * width) / ((up + down) * width), 0.0, 1.0);
  }

  TradeoffValues& f_;
  const ComparedCurve& g_;
  std::vector<Sample> samples_;
  std::vector<LevelCell> cells_;
  double largest_ = 0;
};

}  // namespace

const Ball& TradeoffValues::at(const Rational& alpha) {
  auto it = known_.find(alpha);
  if (it == known_.end()) {
    Effort sharp = effort_;
    sharp.digits = std::max(sharp.digits, kDigits);
    it = known_.emplace(alpha, tradeoff(profile_, alpha, sharp).value()).first;
  }
  return it->second;
}

// BOUND(NEIGHBOUR-CHORDS)
// Statement.  Let f be convex and nonincreasing on [0, 1], a0 < a <= x < y <= b < b1. Then
//                 (f(a)-f(a0))/(a-a0) <= (f(y)-f(x))/(y-x) <= min(0, (f(b1)-f(b))/(b1-b)).
// Needs.      The order of levels: the caller, by its sorted samples.
// Proof.      Chords of a convex function rise with both ends; those of a nonincreasing one are not
//             positive. Trade-off functions are both (Dong, Roth, Su 2022, Proposition 1).
// Source.     Elementary.
SlopeRange neighbour_chords(const std::optional<Ball>& before, const std::optional<Ball>& after,
                            Bits p) {
  const Ball zero(p);
  const Ball most = after && after->is_finite() ? min(after->upper(), zero) : zero;
  if (!before || !before->is_finite()) return {unbounded(), most};
  const Ball range = bound<"NEIGHBOUR-CHORDS">(
      enclosed_between(before->lower(), most, "the slopes of a trade-off function"));
  return {range.lower(), range.upper()};
}

// BOUND(SLOPE-CONE)
// Statement.  Let d satisfy least (y-x) <= d(y) - d(x) <= most (y-x) for a <= x < y <= b, and let a <= c <= b. Then
//             on [a, b]
//                 d(x) <= max(d(a) + max(most, 0) (c-a), d(b) + max(-least, 0) (b-c)).
// Needs.      0 <= split <= 1, c = a + split (b-a): checked here; otherwise the result is indeterminate.
// Proof.      For x <= c, d(x) <= d(a) + most (x-a) <= d(a) + max(most, 0) (c-a). For x >= c, d(x) <= d(b) - least
//             (b-x) <= d(b) + max(-least, 0) (b-c). If c = a (c = b), the first (second) product is 0 for every
//             slope.
// Source.     Elementary; Piyavskii 1972 with two slopes.
Ball slope_cone(const Ball& at_a, const Ball& at_b, const Ball& width, const Ball& least,
                const Ball& most, double split) {
  const Bits p = wider(at_a.precision(), at_b.precision());
  const Ball zero(p), left = width * Ball::from_binary64(split, p), right = width - left;
  if (!(split >= 0 && split <= 1)) return Ball::indeterminate(p);
  Ball from_a = at_a, from_b = at_b;
  if (split > 0) {
    if (!most.is_finite()) return Ball::indeterminate(p);
    from_a = at_a + bound_number<"SLOPE-CONE">(max(most, zero) * left);
  }
  if (split < 1) {
    if (!least.is_finite()) return Ball::indeterminate(p);
    from_b = at_b + bound_number<"SLOPE-CONE">(max(-least, zero) * right);
  }
  return max(from_a, from_b);
}

CurveDistance curve_distance(TradeoffValues& f, const ComparedCurve& g,
                             const CurveDistanceLimits& limits) {
  Search search(f, g);
  const double slack = std::pow(10, -limits.digits);
  bool reached = false;
  while (!reached && search.points() < limits.most_points && !f.effort().expired()) {
    const size_t i = search.widest();
    const double bound = search.bound(i);
    reached = bound <= search.largest() * (1 + slack) ||
              (bound <= limits.negligible && search.largest() <= limits.negligible / 1000);
    if (!reached && !search.split(i)) break;
  }
  const Sample& best = search.best();
  return {search.enclosure(), best.alpha, certainly_positive(best.d), search.points(), reached};
}

}  // namespace plumbline
