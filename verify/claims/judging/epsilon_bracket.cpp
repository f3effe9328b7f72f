#include "verify/claims/judging/epsilon_bracket.hpp"

#include <algorithm>
#include <cmath>

#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"

namespace plumbline {

void KnownDeltas::add(double x, const Ball& delta) {
  constexpr size_t kMost = 2000;  // maximum number of points; bounds the memory
  if (known_.size() >= kMost) known_.clear();
  const auto [at, is_new] = known_.try_emplace(x, delta);
  if (!is_new && delta.relative_digits() > at->second.relative_digits()) at->second = delta;
}

EpsilonBracket::EpsilonBracket(const Rational& D)
    : D_(D), log_D_(Ball(D, Bits{64}).log_approximate()) {}

void EpsilonBracket::note(const Rational& x, bool at_most) {
  if (x.sign() < 0) return;
  std::optional<Rational>& end = at_most ? hi_ : lo_;
  if (!end || (at_most ? x < *end : x > *end)) end = x;
}

/// Returns true if the bracket is so wide that a few digits of delta may decide on which side of the root a point
/// lies.
bool EpsilonBracket::is_wide() const {
  constexpr double kNarrow = 1e-5;
  if (!lo_ || !hi_) return true;
  const double hi = hi_->approximate();
  return hi - lo_->approximate() > kNarrow * hi;
}

Decision EpsilonBracket::compared(const Source& source, const Rational& x) {
  const Inequality inequality = delta_inequality(x, D_, true, "");
  if (is_wide()) {
    const auto quick = decide_quickly(inequality, source.paths, source.direction, source.poll);
    if (quick) return *quick;
  }
  return decide(inequality, source.paths.usual().in(source.direction), source.poll);
}

bool EpsilonBracket::test(const Source& source, double x) {
  const PrivacyProfile& profile = source.paths.usual().in(source.direction);
  const Rational at = Rational::from_binary64(x);
  // If a Chernoff bound of delta(x) is below D, the comparison is decided and no digits of delta are needed.
  const auto ceiling =
      chernoff_delta(profile.composition(), profile.direction(), at, log_D_, false);
  if (ceiling && certainly_less(ceiling->bound.ball(Bits{64}), Ball(D_, Bits{64}))) {
    heights_[x] = ceiling->log_bound - log_D_;
    note(at, true);
    return true;
  }
  const Decision found = compared(source, at);
  if (found.outcome == Outcome::undecided) return false;
  const double height = found.left.value->value().log_approximate() - log_D_;
  heights_[x] = std::isfinite(height) ? height : -1e3;
  source.known.add(x, found.left.value->value());
  engine_ = found.left.value->engine();
  note(at, found.outcome == Outcome::holds);
  return true;
}

void EpsilonBracket::learn(const KnownDeltas& known) {
  const Ball D(D_, Bits{256});
  for (const auto& [x, delta] : known.all()) {
    const bool at_most = certainly_at_most(delta, D);
    if (!at_most && !certainly_less(D, delta)) continue;
    note(Rational::from_binary64(x), at_most);
    const double height = delta.log_approximate() - log_D_;
    if (std::isfinite(height)) heights_.emplace(x, height);
  }
}

/// Returns the length of a step from x that probably passes the root: slightly more than the Newton step for log delta,
/// and at least 2% of x.
double EpsilonBracket::guess(const Source& source, double x) const {
  constexpr double kShare = 0.02, kLonger = 1.2;
  const auto height = heights_.find(x);
  const auto slope = log_delta_slope(source.paths.composition(), source.direction, x);
  const bool known = height != heights_.end() && slope;
  return std::max(kShare * x, known ? kLonger * std::fabs(height->second / *slope) : 0);
}

/// Searches for a lower end of the bracket with growing steps down from the upper end. Returns false if delta could not
/// be compared with D.
bool EpsilonBracket::descend(const Source& source) {
  constexpr int kSteps = 3;
  constexpr double kGrowth = 5, kMost = 0.9;
  double step = 0;
  for (int i = 0; i < kSteps && !lo_; ++i) {
    const double hi = hi_->approximate();
    step = std::max(guess(source, hi), kGrowth * step);
    if (!(step < kMost * hi)) break;
    if (!test(source, hi - step)) return false;
  }
  if (!lo_ && !test(source, 0)) return false;
  if (!lo_) lo_ = hi_ = Rational(0);  // delta(0) <= D already
  return true;
}

/// Searches for an upper end of the bracket with growing steps up from the lower end. Returns false if none was found.
bool EpsilonBracket::ascend(const Source& source) {
  constexpr int kSteps = 60;
  constexpr double kGrowth = 2, kLeast = 1e-3;
  double step = kLeast;
  for (int i = 0; i < kSteps && !hi_; ++i, step *= kGrowth) {
    const double lo = lo_->approximate();
    step = std::max(step, guess(source, lo));
    if (!test(source, lo + step)) return false;
  }
  return hi_.has_value();
}

/// Searches for both ends of the bracket; returns false if one of them was not found.
bool EpsilonBracket::enclose(const Source& source, double start) {
  if (!lo_ && !hi_ && !test(source, std::max(start, 1e-3))) return false;
  return lo_ ? hi_ || ascend(source) : descend(source);
}

/// Returns the zero of the line through the heights log delta(x) - log D at both ends of the bracket; a point in the
/// middle if a height is unknown.
double EpsilonBracket::secant(double lo, double hi) const {
  const double middle = lo > 0 && hi > 4 * lo ? std::sqrt(lo * hi) : (lo + hi) / 2;
  const auto a = heights_.find(lo), b = heights_.find(hi);
  if (a == heights_.end() || b == heights_.end() || !(a->second > b->second)) return middle;
  const double x = lo + (hi - lo) * a->second / (a->second - b->second);
  return x > lo && x < hi ? x : middle;
}

std::optional<Truth> EpsilonBracket::narrow(Paths& paths, Direction direction, KnownDeltas& known,
                                            double start, int digits, const Poll& poll) {
  const Source source{paths, direction, known, poll};
  learn(known);
  bool open = true;
  try {
    open = enclose(source, start);
    double last = HUGE_VAL, width = HUGE_VAL;
    for (int i = 0; open && i < 100; ++i) {
      const double lo = lo_->approximate(), hi = hi_->approximate();
      const double wanted = 0.4 * hi * std::pow(10.0, -digits);
      if (hi - lo <= 2 * wanted) break;
      const bool slow = !(hi - lo < 0.5 * width);
      width = hi - lo;
      double x = i % 3 == 2 && slow ? (lo + hi) / 2 : secant(lo, hi);
      // The point is slightly beyond the estimated root, so that the other end moves, too. It is far enough from the
      // root for a few digits of delta to decide its side.
      const double doubt = std::isfinite(last) ? 2 * std::fabs(x - last) : 0;
      last = x;
      const double beyond = std::max(doubt, std::min(wanted, width / 4));
      if (beyond <= width / 4) x += x - lo < hi - x ? beyond : -beyond;
      x = std::clamp(x, lo + wanted / 4, hi - wanted / 4);
      if (!(x > lo && x < hi)) break;  // the doubles have no point between the ends
      open = test(source, x);
    }
  } catch (const Interrupted&) {
    // The result is the certified bracket so far.
  }
  if (!lo_ || !hi_) return std::nullopt;
  Truth out{epsilon_between(*lo_, *hi_, engine_.empty() ? kChernoff : engine_, digits)};
  if (hi_->is_zero()) out.exact = *hi_;
  return out;
}

}  // namespace plumbline
