#include "reference/quantities/refined/gaussian_fit.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/closed/gaussian_mu.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr int kMostLines = 1500;
constexpr double kSmall = 1e-3;  // if mu is smaller, its error is relative to this number

/// A probability and its complement. Both are stored, because 1 minus a number close to 1 would lose digits.
struct Share {
  Ball value, rest;
};

Ball quantile(const Share& share) {
  const bool small = midpoint_less(share.value, share.rest);
  return small ? normal_quantile(share.value) : -normal_quantile(share.rest);
}

/// The line 1 - delta(t) - e^t alpha, which lies below f. The members are e^t, delta, 1 - delta and delta - 1 + e^t.
struct ProfileLine {
  Ball slope, delta, rest, excess;
};

/// A point (alpha, y) that is not above f.
struct Place {
  Share alpha, y;
};

/// Returns the mu with G_mu(alpha) = y, or 0 if this mu is negative.
Ball mu_through(const Place& place) {
  const Ball mu = -(quantile(place.alpha) + quantile(place.y));
  return mu.is_finite() ? max(mu, Ball(mu.precision())) : mu;
}

class FitSearch {
 public:
  FitSearch(PrivacyProfile& profile, const GaussianRange& range, const Effort& effort)
      : profile_(profile), range_(range), effort_(effort), bits_(bits_for_digits(effort.digits)) {
    bits_ = bits_ + 128;
    effort_.digits = 3 * effort.digits / 2 + 14;
  }

  /// Computes the first lines. Returns false if f is 0 within the range.
  bool start() {
    if (range_.floor) {
      for (const Rational& alpha : {*range_.floor, Rational(1) - *range_.floor}) {
        if (!meet(alpha)) return false;
      }
    }
    double low = -1, high = 1;
    while (!beyond(low, false) && !settled(low) && low > -1e6) low *= 2;
    while (!beyond(high, true) && high < 1e6) high *= 2;
    low = ends(low, false);
    high = ends(high, true);
    constexpr int kFirst = 24;
    for (int i = 0; i <= kFirst; ++i) add(low + (high - low) * i / kFirst);
    // An atom at `low` or `high` may still determine the result, so lines beyond it are added.
    add(low - (high - low) / 4);
    add(high + (high - low) / 4);
    return true;
  }

  /// Adds lines until the lower and the upper bound of mu agree to this relative width, or more lines do not help.
  void refine(double relative) {
    constexpr int kBetween = 4;  // number of lines that are added between two evaluations of f
    for (int since = 0; static_cast<int>(lines_.size()) < kMostLines && !effort_.expired();
         ++since) {
      const auto [at, top] = highest();
      const Ball gap = top.upper() - best_;
      if (top.is_finite() && gap.approximate() <= relative * std::max(best_.approximate(), kSmall))
        return;
      const auto right = std::next(at);
      const double from = at->first, to = right->first, middle = from + (to - from) / 2;
      const bool narrow = !(from < middle && middle < to);
      if (top.is_finite() && (narrow || since >= kBetween)) {
        const Ball before = best_;
        meet(near(vertex(at->second, right->second).alpha));
        if (narrow && !certainly_less(before, best_)) return;
        since = 0;
      }
      if (!narrow) add(middle);
    }
  }

  Ball upper() const { return max(highest().second, best_).upper(); }
  const Ball& lower() const { return best_; }
  Ball level() const { return level_; }

 private:
  using Lines = std::map<double, ProfileLine>;

  /// Returns a rational level near `alpha`, within the range.
  Rational near(const Share& alpha) const {
    const bool small = midpoint_less(alpha.value, alpha.rest);
    const Rational x = decimal_near(small ? alpha.value : alpha.rest, 20);
    const Rational at = small ? x : Rational(1) - x, one(1);
    if (!range_.floor) return at;
    return std::min(std::max(at, *range_.floor), one - *range_.floor);
  }

  /// Raises the lower bound of mu to the mu with G_mu(alpha) = f(alpha) + within. Returns false if f(alpha) is
  /// certainly 0 and there is no tolerance.
  bool meet(const Rational& alpha) {
    if (alpha.sign() <= 0 || alpha >= Rational(1)) return true;
    Effort wanted = effort_;
    wanted.digits = effort_.digits - 6;
    const Ball f = tradeoff(profile_, alpha, wanted).value(), one = Ball::integer(1, bits_);
    if (f.is_exactly_zero() && !range_.within) return false;
    const Share y = raised({f, one - f});
    const Place place{{Ball(alpha, bits_), Ball(Rational(1) - alpha, bits_)}, y};
    if (!certainly_positive(y.value) || !certainly_positive(y.rest)) return true;
    const Ball mu = mu_through(place);
    if (mu.is_finite() && certainly_less(best_, mu.lower())) {
      best_ = mu.lower();
      level_ = Ball(alpha, bits_);
    }
    return true;
  }

  /// Returns y + within.
  Share raised(const Share& y) const {
    if (!range_.within) return y;
    const Ball W(*range_.within, bits_);
    return {y.value + W, y.rest - W};
  }

  double rate(double t) const {
    return profile_.approximate_rejection_rate(Real(Rational::from_binary64(t)), rough())
        .approximate();
  }
  Effort rough() const {
    Effort out = effort_;
    out.digits = 6;
    return out;
  }

  /// Heuristic: returns true if no more lines are needed beyond t.
  bool beyond(double t, bool right) const {
    const Real at(Rational::from_binary64(t));
    const double W = range_.within ? range_.within->approximate() / 4 : 0;
    if (right) {
      if (!range_.within) return rate(t) <= range_.floor->approximate();
      return profile_.delta(at, rough()).value.approximate() < W;
    }
    // P(S <= t) is slightly more than excess/e^t.
    return left_share(t) < (range_.within ? W : range_.floor->approximate() / 1000);
  }

  double left_share(double t) const {
    const Ball excess = profile_.excess(Real(Rational::from_binary64(t)), rough()).value;
    return excess.approximate() * std::exp(-t);
  }
  /// Heuristic, t < 0: returns true if almost no mass is between 2t and t. The rest is then taken as infinite loss.
  bool settled(double t) const { return left_share(2 * t) > (1 - 1e-9) * left_share(t); }

  /// Returns the approximate point nearest to 0 at which beyond() is true.
  double ends(double far, bool right) const {
    double near = 0;
    if (beyond(near, right)) return far;
    for (int i = 0; i < 40; ++i) {
      const double middle = (near + far) / 2;
      (beyond(middle, right) ? far : near) = middle;
    }
    return far;
  }

  void add(double t) {
    if (lines_.contains(t)) return;
    const Real at(Rational::from_binary64(t));
    const auto here =
        lines_
            .emplace(t, ProfileLine{exp(at(bits_)), profile_.delta(at, effort_).value.at(bits_),
                                    profile_.one_minus_delta(at, effort_).value.at(bits_),
                                    profile_.excess(at, effort_).value.at(bits_)})
            .first;
    judge(here);
    if (here != lines_.begin()) judge(std::prev(here));
  }

  /// Computes needed() for the kink between this line and the next line.
  void judge(Lines::const_iterator at) {
    const auto next = std::next(at);
    if (next != lines_.end()) {
      needs_.insert_or_assign(at->first, needed(vertex(at->second, next->second)));
    }
  }

  // BOUND(GAUSSIAN-FIT)
  // Statement.  Let lines l_1, ..., l_n of slopes -e^{t_1}, ..., -e^{t_n} lie below f. Let W = 0 (or the tolerance).
  //             Then f + W >= G_mu at all levels of an interval I if mu is at least the mu with G_mu(alpha) = max_i
  //             l_i(alpha) + W at the ends of I and at those kinks of max_i l_i that lie in I. Levels with l_i + W >=
  //             1 require nothing.
  // Needs.      l_i(alpha) = 1 - delta(t_i) - e^{t_i} alpha: the profile. The line 0 is one of them if W > 0.
  // Proof.      f is the supremum of its lines. For one line l, the levels with l + W < G_mu are those at which the
  //             convex function G_mu - l - W is positive, the complement of an interval. Because G_mu(alpha)
  //             decreases in mu, the mu with G_mu(alpha) = l(alpha) + W is a quasi-convex function of alpha, and on a
  //             segment it is largest at an end. The kink of two lines s < t, with D = e^t - e^s, is at
  //
  //                 alpha = (delta(s) - delta(t))/D,   1 - alpha = (x(t) - x(s))/D,
  //                 y = ((1-delta(s)) e^t - (1-delta(t)) e^s)/D,   1 - y = (delta(s) e^t - delta(t) e^s)/D,
  //                 x = delta - 1 + e^t.
  // Source.     This project's.
  static Place vertex(const ProfileLine& s, const ProfileLine& t) {
    const Ball D = t.slope - s.slope;
    return {
        {(s.delta - t.delta) / D, (t.excess - s.excess) / D},
        {(s.rest * t.slope - t.rest * s.slope) / D, (s.delta * t.slope - t.delta * s.slope) / D}};
  }

  /// Returns an upper bound of the smallest mu with G_mu <= y + within at the point; 0 if nothing is required at the
  /// point.
  Ball needed(const Place& place) const {
    const Ball zero(bits_), infinite = Ball::indeterminate(bits_);
    const Place at{place.alpha, raised(place.y)};
    if (range_.floor) {
      const Ball floor(*range_.floor, bits_);
      if (certainly_less(at.alpha.value, floor) || certainly_less(at.alpha.rest, floor)) {
        return zero;
      }
    }
    if (certainly_at_most(at.y.rest, zero) || certainly_at_most(at.alpha.value, zero) ||
        certainly_at_most(at.alpha.rest, zero)) {
      return zero;
    }
    const bool inside = certainly_positive(at.y.value) && certainly_positive(at.y.rest) &&
                        certainly_positive(at.alpha.value) && certainly_positive(at.alpha.rest);
    if (!inside) return infinite;
    return bound_number<"GAUSSIAN-FIT">(mu_through(at));
  }

  /// Finds the highest line at `level`, an end of the range, and a neighbour. Returns the first of both, and needed().
  std::pair<Lines::const_iterator, Ball> at_end(const Rational& level) const {
    const Ball alpha(level, bits_), rest(Rational(1) - level, bits_), one = Ball::integer(1, bits_);
    const bool right = level > Rational(1, 2);
    // Returns the height of a line at `level`; at the left end, the height minus 1.
    const auto height = [&](const ProfileLine& line) {
      return right ? line.slope * rest - line.excess : -(line.delta + line.slope * alpha);
    };
    auto best = lines_.begin();
    Ball top = height(best->second);
    for (auto it = lines_.begin(); it != lines_.end(); ++it) {
      const Ball here = height(it->second);
      if (midpoint_less(top, here)) best = it;
      top = max(top, here);
    }
    // Chooses the wider of the two gaps between the highest line and its neighbours.
    const auto after = std::next(best);
    const bool last = after == lines_.end(), first = best == lines_.begin();
    const auto left = [&] { return best->first - std::prev(best)->first; };
    if (last || (!first && left() > after->first - best->first)) --best;
    const Ball needs =
        needed({{alpha, rest}, right ? Share{top, one - top} : Share{one + top, -top}});
    return {best, needs};
  }

  /// Returns the first of the two lines whose kink has the largest needed(), and this mu.
  std::pair<Lines::const_iterator, Ball> highest() const {
    auto best = lines_.begin();
    Ball top(bits_);
    const auto take = [&](Lines::const_iterator at, const Ball& mu) {
      // Compares upper ends, because the largest upper end bounds the mu of every kink.
      if (mu.is_finite() && midpoint_less(mu.upper(), top.upper())) return;
      best = at;
      top = mu;
    };
    for (auto it = lines_.begin(); top.is_finite() && std::next(it) != lines_.end(); ++it) {
      take(it, needs_.at(it->first));
    }
    if (range_.floor && top.is_finite()) {
      for (const Rational& level : {*range_.floor, Rational(1) - *range_.floor}) {
        const auto [at, mu] = at_end(level);
        if (top.is_finite()) take(at, mu);
      }
    }
    if (range_.within && top.is_finite()) {
      // Includes the point at which the first line reaches the height 0. The level 0 requires no mu if the height of
      // the last line there is at least 1 - within.
      const ProfileLine& first = lines_.begin()->second;
      const Ball zero(bits_), one = Ball::integer(1, bits_);
      take(lines_.begin(),
           needed({{first.rest / first.slope, first.excess / first.slope}, {zero, one}}));
      const Ball left = std::prev(lines_.end())->second.delta - Ball(*range_.within, bits_);
      if (top.is_finite() && !certainly_at_most(left, zero)) take(best, Ball::indeterminate(bits_));
    }
    return {best, top};
  }

  PrivacyProfile& profile_;
  GaussianRange range_;
  Effort effort_;
  Bits bits_;
  Lines lines_;
  std::map<double, Ball> needs_;
  Ball best_{Bits{128}}, level_{Bits{64}};
};

void check(const GaussianRange& range) {
  const int given = (range.floor ? 1 : 0) + (range.within ? 1 : 0) + (range.level ? 1 : 0);
  if (given != 1) throw std::invalid_argument("write exactly one of floor, level and within");
  if (range.level && (range.level->sign() <= 0 || *range.level >= Rational(1))) {
    throw std::invalid_argument("the level must be in (0, 1), got " + range.level->text());
  }
  if (range.floor && (range.floor->sign() <= 0 || *range.floor >= Rational(1, 2))) {
    throw std::invalid_argument("the floor must be in (0, 1/2), got " + range.floor->text());
  }
  if (range.within && (range.within->sign() <= 0 || *range.within >= Rational(1))) {
    throw std::invalid_argument("within must be in (0, 1), got " + range.within->text());
  }
}

/// Returns the fit at one level: the mu with G_mu(alpha) = f(alpha).
GaussianFit at_level(PrivacyProfile& profile, const Rational& alpha, const Effort& effort) {
  Effort wanted = effort;
  wanted.digits = effort.digits + 6;
  const bool small = alpha < Rational(1, 2);
  const double log_size = Ball(small ? alpha : Rational(1) - alpha, Bits{64}).log_approximate();
  wanted.digits += static_cast<int>(-log_size / kLn10);  // 1 - f is approximately as small as alpha
  const Bits p = bits_for_digits(wanted.digits) + 128;
  const Ball f = tradeoff(profile, alpha, wanted).value().at(p);
  if (f.is_exactly_zero()) {
    return {Extended::infinity("f is 0 at this level, but every G_mu is positive"), Ball(Bits{64})};
  }
  const Place place{{Ball(alpha, p), Ball(Rational(1) - alpha, p)}, {f, Ball::integer(1, p) - f}};
  const Certified found = certified({mu_through(place), {}}, profile.engine_name(), effort.digits,
                                    /*absolute_floor=*/true);
  return {limited(found, Rational(0)), Ball(alpha, Bits{64})};
}

}  // namespace

GaussianFit gaussian_fit(PrivacyProfile& profile, const GaussianRange& range,
                         const Effort& effort) {
  check(range);
  const auto closed = gaussian_mu(profile.composition(), effort.digits);
  if (closed && !range.within) return {*closed, Ball(Bits{64})};
  if (range.level) return at_level(profile, *range.level, effort);
  FitSearch search(profile, range, effort);
  if (!search.start()) {
    return {
        Extended::infinity("f is 0 within the range, but every G_mu is positive; raise --floor"),
        Ball(Bits{64})};
  }
  search.refine(std::pow(10.0, -effort.digits - 1));
  const Ball upper = search.upper();
  const Ball mu = upper.is_finite() ? enclosed_between(search.lower(), upper, "mu")
                                    : Ball::indeterminate(bits_for_digits(effort.digits));
  const Certified found =
      certified({mu, {}}, profile.engine_name(), effort.digits, /*absolute_floor=*/true);
  return {limited(found, Rational(0)), search.level()};
}

}  // namespace plumbline
