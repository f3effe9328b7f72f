#include "reference/quantities/selection/rank_weights.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

constexpr int kLineDigits = 12, kTable = 4096;
constexpr double kFarSlope = 200, kFarLeft = 30;

/// Returns the upper end of the ball as an exact ball.
Ball from_above(const Ball& x) { return x.is_finite() ? x.upper() : x; }

/// Heuristic: returns approximately the smallest s > 0 at which `small` is true, by doubling and bisection.
double first_place(const std::function<bool(double)>& small) {
  double far = 1. / 64;
  while (!small(far) && far < kFarSlope) far *= 2;
  double near = 0;
  for (int i = 0; i < 8; ++i) {
    const double middle = (near + far) / 2;
    (small(middle) ? far : near) = middle;
  }
  return far;
}

}  // namespace

std::optional<Ball> largest_loss_of(const PrivacyProfile& profile, Bits p) {
  std::optional<Ball> out;
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    if (profile.direction() != Direction::worst && profile.direction() != direction) continue;
    const auto most = profile.in(direction).largest_finite_loss();
    if (!most) return std::nullopt;
    out = out ? max(*out, (*most)(p)) : (*most)(p);
  }
  return out;
}

RankWeights::RankWeights(PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
                         const Effort& effort)
    : profile_(profile),
      runs_(std::move(runs)),
      effort_(effort),
      bits_(bits_for_digits(kLineDigits) + 96) {
  effort_.digits = kLineDigits;
  for (int i = 0; i <= kTable; ++i) {
    const Ball u(Rational(i, static_cast<unsigned long>(kTable)), Bits{64});
    const double w = runs_->weight(u).log_approximate();
    below_.push_back(runs_->below(u).approximate());
    log_weights_.push_back(std::isfinite(w) ? w : -1e4);
  }
  add_lines();
  sharpen();
  for (auto line = lines_.rbegin(); line != lines_.rend(); ++line) by_u_.push_back(line->second);
}

// BOUND(SELECTION-RANK)
// Statement.  Let q(S) - e^t p(S) <= delta(t) for all events S and all real t. Consider the outputs that are better
//             than some output, and let their q-mass be u. For every real s, their p-mass v satisfies
//
//                 v <= e^s u + delta'(s),     delta'(s) = sup_S p(S) - e^s q(S),
//
//             and delta' is the profile of the reversed pair.
// Needs.      None: any s is valid. At the largest finite loss s of the reversed pair, delta'(s) is its infinite
//             mass. At s = -t, with t the largest finite loss of the pair, delta'(s) is 1 - e^s + e^s times the
//             infinite mass of the pair.
// Proof.      "Better than that output" is an event S: v - e^s u = p(S) - e^s q(S). In terms of the complement S^c it
//             is 1 - e^s + e^s (q(S^c) - e^-s p(S^c)) <= 1 - e^s + e^s delta(-s), the reversed profile of the
//             dominating pair.
// Source.     This project's; the lines of Koskela, Redberg and Wang 2024 have s >= 0.
void RankWeights::add_line(const Real& s) {
  PrivacyProfile reversed = profile_.reversed();
  keep_line(s, reversed.delta(s, effort_).value.at(bits_));
}

void RankWeights::keep_line(const Real& s, const Ball& height) {
  if (!height.is_finite()) return;
  lines_.insert_or_assign(
      s.approximate(), RankLine{exp(s(bits_)), bound_number<"SELECTION-RANK">(from_above(height))});
}

void RankWeights::add_lines() {
  constexpr int kSide = 40;
  constexpr double kEnough = 1e-4, kNear = 1e-6;
  const auto steep = [&](double from, double to) {
    const auto log_at = [&](double u) {
      return runs_->weight(Ball::from_binary64(u, bits_)).log_approximate();
    };
    const double fall = (log_at(from) - log_at(to)) / (to - from);
    return std::isfinite(fall) ? std::clamp(fall, 1.0, 1e6) : 1e6;
  };
  Effort rough = effort_;
  rough.digits = 4;
  PrivacyProfile reversed = profile_.reversed();
  const double low = kEnough / steep(0, kNear), high = kEnough / steep(1 - kNear, 1);
  const auto beyond = [&](PrivacyProfile& profile, double enough) {
    const double limit = profile.infinite_mass(bits_).approximate();
    return first_place([&](double s) {
      const Real at(Rational::from_binary64(s));
      return profile.delta(at, rough).value.approximate() - limit < enough;
    });
  };
  const double right = beyond(reversed, low), left = std::min(kFarLeft, beyond(profile_, high));
  add_line(Real(Rational(0)));
  for (int i = 1; i <= kSide; ++i) {
    add_line(Real(Rational::from_binary64(right * i / kSide)));
    add_line(Real(Rational::from_binary64(-left * i / kSide)));
  }
  // If losses are bounded, adds the line at the largest loss: beyond it only infinite losses contribute, so the height
  // of the line is known. For Direction::worst this height is not known, because the other direction may have larger
  // losses; the profile is evaluated instead.
  const auto add_corner = [&](const PrivacyProfile& profile, bool negated) {
    const auto most = profile.largest_finite_loss();
    if (!most) return;
    const Real s = negated ? -*most : *most;
    if (profile_.direction() == Direction::worst) return add_line(s);
    const Ball mass = profile.infinite_mass(bits_), slope = exp(s(bits_));
    keep_line(s, negated ? Ball::integer(1, bits_) - slope + slope * mass : mass);
  };
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    const bool both = profile_.direction() == Direction::worst;
    if (both || direction != profile_.direction()) add_corner(profile_.in(direction), false);
    if (both || direction == profile_.direction()) add_corner(profile_.in(direction), true);
  }
}

/// Repeatedly adds a line at the corner (u, v) of corners() with the largest ratio weight(u)/weight(v).
void RankWeights::sharpen() {
  constexpr int kRounds = 16;
  const auto log_weight = [&](double u) {
    return runs_->weight(Ball::from_binary64(u, bits_)).log_approximate();
  };
  for (int i = 0; i < kRounds; ++i) {
    corners_ = corners();
    double best = 0;
    size_t place = 0;
    for (size_t k = 1; k < corners_.size(); ++k) {
      const auto& [u, v] = corners_[k];
      const double ratio = v < 1 ? log_weight(u) - log_weight(v) : 0;
      if (ratio > best) {
        best = ratio;
        place = k;
      }
    }
    if (place == 0) return;
    // Corner k is the intersection of the lines k-1 and k, if the lines are counted from the right.
    const auto right = std::next(lines_.rbegin(), static_cast<long>(place) - 1);
    const auto left = std::next(right);
    const double gap = right->first - left->first;
    if (gap < 1e-8 * std::max(1.0, std::fabs(right->first))) return;
    add_line(Real(Rational::from_binary64(left->first + gap / 2)));
  }
  corners_ = corners();
}

/// Evaluates only the lines that are approximately lowest at u and returns the smallest value. Every line is a valid
/// bound, so doubles may choose them.
Ball RankWeights::most_better(double u) const {
  const Ball here = Ball::from_binary64(u, bits_);
  const auto after = std::upper_bound(corners_.begin(), corners_.end(), std::pair(u, 2.0));
  const long index = std::max(0L, static_cast<long>(after - corners_.begin()) - 1);
  Ball out = Ball::integer(1, bits_);
  const long first = std::max(0L, index - 1),
             end = std::min(index + 2, static_cast<long>(by_u_.size()));
  for (long i = first; i < end; ++i) {
    const RankLine& line = by_u_[static_cast<size_t>(i)];
    out = min(out, line.slope * here + line.height);
  }
  return from_above(out);
}

const RankWeights::Weights& RankWeights::at(double u) const {
  const auto found = known_.find(u);
  if (found != known_.end()) return found->second;
  const Ball weight = runs_->weight(Ball::from_binary64(u, bits_));
  const Ball least = max(runs_->weight(most_better(u)), Ball(bits_));
  return known_.emplace(u, Weights{weight, least, weight.approximate(), least.approximate()})
      .first->second;
}

/// Heuristic: returns the score computed in doubles, or computed from balls if the result in doubles is not finite.
double RankWeights::rough_score(const Score& score, const Weights& from, const Weights& to) const {
  const double out = score.rough(from.rough_weight, to.rough_least);
  return std::isfinite(out) ? out : score.exact(from.weight, to.least).approximate();
}

// BOUND(SELECTION-CELLS)
// Statement.  Let a score not decrease in weight(u) and not increase in weight(v). Then all outputs with u in [a, b]
//             have at most score(weight(a), weight(V(b))), where V(b) is the smallest of 1 and of any lines of
//             SELECTION-RANK at b.
// Needs.      weight does not increase: f is convex. The lines have slopes > 0.
// Proof.      weight(u) <= weight(a). v is at most a line at u, which is at most the same line at b, so that
//             weight(v) >= weight(V(b)). The largest of these numbers over cells that cover [0, 1] is therefore an
//             upper bound. The search divides the cells that determine it.
// Source.     Elementary.
RankWeights::Largest RankWeights::largest(const Score& score, double nearly, int most_cuts) const {
  struct Cell {
    double most, from, to;
    const Weights *left, *right;  // weights at the ends
    bool operator<(const Cell& other) const { return most < other.most; }
  };
  constexpr int kFirst = 32;
  std::priority_queue<Cell> cells;
  double best = -HUGE_VAL, place = 0;
  const auto add = [&](double from, double to, const Weights& left, const Weights& right) {
    const double most = rough_score(score, left, right), here = rough_score(score, left, left);
    if (here > best) {
      best = here;
      place = from;
    }
    cells.push({most, from, to, &left, &right});
    return std::isfinite(most);
  };
  bool finite = true;
  for (int i = 0; i < kFirst; ++i) {
    const double from = static_cast<double>(i) / kFirst, to = static_cast<double>(i + 1) / kFirst;
    finite = add(from, to, at(from), at(to)) && finite;
  }
  if (!finite) return {Ball::indeterminate(bits_), place};
  for (int i = 0; i < most_cuts && cells.top().most - best > nearly; ++i) {
    const Cell top = cells.top();
    const double middle = top.from + (top.to - top.from) / 2;
    if (!(top.from < middle && middle < top.to)) break;
    cells.pop();
    const Weights& cut = at(middle);
    add(top.from, middle, *top.left, cut);
    add(middle, top.to, cut, *top.right);
  }
  std::optional<Ball> value;
  for (; !cells.empty(); cells.pop()) {
    const Ball most = score.exact(cells.top().left->weight, cells.top().right->least);
    if (!most.is_finite()) return {Ball::indeterminate(bits_), place};
    value = value ? max(*value, most.upper()) : most.upper();
  }
  return {bound_number<"SELECTION-CELLS">(*value), place};
}

double RankWeights::approximate_weight(double u) const {
  const double x = std::clamp(u, 0.0, 1.0) * kTable;
  const size_t i = std::min(static_cast<size_t>(x), static_cast<size_t>(kTable) - 1);
  const double share = x - static_cast<double>(i);
  return std::exp(log_weights_[i] + share * (log_weights_[i + 1] - log_weights_[i]));
}

double RankWeights::approximate_below(double u) const {
  const double x = std::clamp(u, 0.0, 1.0) * kTable;
  const size_t i = std::min(static_cast<size_t>(x), static_cast<size_t>(kTable) - 1);
  const double share = x - static_cast<double>(i);
  return below_[i] + share * (below_[i + 1] - below_[i]);
}

std::vector<std::pair<double, double>> RankWeights::corners() const {
  std::vector<std::pair<double, double>> out = {{0, 0}};
  for (auto right = lines_.rbegin(); std::next(right) != lines_.rend(); ++right) {
    const auto left = std::next(right);
    const Ball u =
        (left->second.height - right->second.height) / (right->second.slope - left->second.slope);
    const Ball v = right->second.height + right->second.slope * u;
    const auto between = [](double least, double x) {
      return x > least ? std::min(x, 1.0) : least;
    };
    const auto [least_u, least_v] = out.back();
    out.emplace_back(between(least_u, u.approximate()), between(least_v, v.approximate()));
  }
  return out;
}

}  // namespace plumbline
