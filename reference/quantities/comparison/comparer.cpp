#include "reference/quantities/comparison/comparer.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// A value of a profile below the margin (10^-kMarginDigits) by this number of decimal digits needs no digits: to
/// compute them could take long near the smallest loss.
constexpr int kFarBelow = 100;
constexpr int kSampleDigits = 12;
constexpr int kMostDigits = 60;
constexpr size_t kMostSamples = 3000;

}  // namespace

Comparer::Comparer(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort)
    : first_(first),
      second_(second),
      effort_(effort),
      mirrored_(first.direction() == Direction::worst),
      margin_(Ball(power_of_ten(-kMarginDigits), bits_)) {}

Comparison Comparer::run() {
  if (first_.composition().identity() == second_.composition().identity()) return identical();
  find_ends();
  for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it)
    work_.push_back(it->first);
  while (!work_.empty()) {
    const Rational left = work_.back();
    work_.pop_back();
    examine(left);
  }
  return assemble();
}

Comparison Comparer::identical() const {
  Comparison out{{}, Ball::integer(-1, bits_), Ball::integer(1, bits_), {}, {}, Dominance::equal};
  out.ranges.push_back({ComparedRange::Order::equal, out.least, out.most, {}});
  return out;
}

Enclosure Comparer::ask(PrivacyProfile& profile, const Rational& epsilon, int digits) {
  Effort with = effort_;
  with.digits = digits;
  with.log_enough = -(kMarginDigits + kFarBelow) * kLn10;
  return epsilon.sign() >= 0 ? profile.delta(Real(epsilon), with)
                             : profile.excess(Real(epsilon), with);
}

Comparer::Samples::iterator Comparer::sample(const Rational& epsilon) {
  const auto found = samples_.find(epsilon);
  if (found != samples_.end()) return found;
  ComparedSample s{exp(Ball(epsilon, bits_)), Ball(bits_), Ball(bits_)};
  for (int digits = kSampleDigits;; digits *= 2) {
    s.first = ask(first_, epsilon, digits).value.at(bits_);
    s.second = ask(second_, epsilon, digits).value.at(bits_);
    s.sign = certainly_less(s.second, s.first) ? 1 : certainly_less(s.first, s.second) ? -1 : 0;
    const bool tiny = certainly_at_most(abs(s.first - s.second), margin_);
    if (s.sign != 0 || tiny || 2 * digits > kMostDigits || effort_.expired()) break;
  }
  return samples_.emplace(epsilon, s).first;
}

bool Comparer::at_limit(const Rational& epsilon) {
  const ComparedSample& s = sample(epsilon)->second;
  if (epsilon.sign() < 0) {
    return certainly_at_most(max(s.first, s.second), margin_);
  }
  const Ball a = s.first - first_.infinite_mass(bits_), b = s.second - second_.infinite_mass(bits_);
  return certainly_at_most(a, margin_) && certainly_at_most(b, margin_);
}

void Comparer::find_ends() {
  sample(Rational(0));
  for (const int side : {1, -1}) {
    if (side < 0 && mirrored_) continue;
    Rational near(0), far = Rational(side, 16UL);
    for (int i = 0; i < 24 && !at_limit(far) && !effort_.expired(); ++i) {
      near = far;
      far = far * Rational(2);
    }
    for (int i = 0; i < 4 && !effort_.expired(); ++i) {
      const Rational middle = (near + far) * Rational(1, 2);
      (at_limit(middle) ? far : near) = middle;
    }
    // Beyond `far`, both profiles are within the margin of their limits, so those samples contribute nothing.
    samples_.erase(side > 0 ? samples_.upper_bound(far) : samples_.begin(),
                   side > 0 ? samples_.end() : samples_.lower_bound(far));
  }
}

Ball Comparer::slope(Samples::const_iterator a, Ball ComparedSample::*f, int cell_side) const {
  const auto b = std::next(a);
  const Ball rise = (b->second.*f - a->second.*f) / (b->second.x - a->second.x);
  const int side = a->first.sign() >= 0 ? 1 : -1;
  if (side == cell_side) return rise;
  return cell_side > 0 ? rise - 1 : rise + 1;  // delta = excess + 1 - x
}

Comparer::Slopes Comparer::slopes(Samples::const_iterator a, Ball ComparedSample::*f) const {
  const int side = a->first.sign() >= 0 ? 1 : -1;
  const auto b = std::next(a);
  Slopes out{Ball::integer(side > 0 ? -1 : 0, bits_), Ball::integer(side > 0 ? 0 : 1, bits_)};
  if (a != samples_.begin()) out.least = max(out.least, slope(std::prev(a), f, side)).lower();
  if (std::next(b) != samples_.end()) out.most = min(out.most, slope(b, f, side)).upper();
  return out;
}

Ball Comparer::upper(Samples::const_iterator a, Ball ComparedSample::*f,
                     Ball ComparedSample::*g) const {
  const ComparedSample &left = a->second, &right = std::next(a)->second;
  const Slopes range = slopes(a, g);
  return profile_cell({right.x - left.x, left.*f, right.*f, left.*g, right.*g, range.least,
                       range.most, a->first.sign() >= 0});
}

bool Comparer::one_crossing(Samples::const_iterator a) const {
  const int sa = a->second.sign, sb = std::next(a)->second.sign;
  if (sa * sb >= 0) return false;
  const Slopes f = slopes(a, &ComparedSample::first), g = slopes(a, &ComparedSample::second);
  return certainly_positive(f.least - g.most) || certainly_negative(f.most - g.least);
}

std::optional<Comparer::JudgedCell> Comparer::judged(Samples::const_iterator a) {
  const auto b = std::next(a);
  const Ball zero(bits_);
  const Ball most = upper(a, &ComparedSample::first, &ComparedSample::second);
  const Ball least = -upper(a, &ComparedSample::second, &ComparedSample::first);
  const ComparedSample &s = a->second, &r = b->second;
  // Both profiles are larger at the end `heavier` of the cell. If both are exactly 0 there, they are 0 on the whole
  // cell.
  const ComparedSample& heavier = a->first.sign() >= 0 ? s : r;
  const bool gone = heavier.first.is_exactly_zero() && heavier.second.is_exactly_zero();
  const UpperBound gap = larger(UpperBound::of(most), UpperBound::of(least));
  const bool below = certainly_at_most(most, zero), above = certainly_at_most(zero, least);
  if (gone || (below && above)) return JudgedCell{Order::equal, {}};
  if (below) return JudgedCell{Order::second_larger, {}};
  if (above) return JudgedCell{Order::first_larger, {}};
  if (one_crossing(a)) return JudgedCell{Order::crossing, {}};
  if (UpperBound::of(margin_).log_approximate() >= gap.log_approximate() ||
      b->first - a->first < finest() || blurred(s, r, gap) || samples_.size() > kMostSamples ||
      effort_.expired()) {
    return JudgedCell{Order::undecided, gap};
  }
  return std::nullopt;
}

void Comparer::examine(const Rational& left) {
  const auto a = samples_.find(left);
  if (const auto found = judged(a)) {
    cells_[left] = *found;
    return;
  }
  const Rational middle = (left + std::next(a)->first) * Rational(1, 2);
  sample(middle);
  work_.push_back(left);
  work_.push_back(middle);
}

bool Comparer::blurred(const ComparedSample& s, const ComparedSample& r, const UpperBound& gap) {
  const Ball left = s.first - s.second, right = r.first - r.second;
  const double width = larger(left.radius(), right.radius()).log_approximate();
  return gap.log_approximate() < width + 1;
}

ThresholdBracket::Height Comparer::height(Samples::const_iterator a, const Ball& t, int digits) {
  const bool right = a->first.sign() >= 0;
  const int orientation = a->second.sign;
  ThresholdBracket::Height out;
  for (int attempt = 0; attempt < 4; ++attempt, digits += 8) {
    Effort with = effort_;
    with.digits = digits;
    const Real eps = Real::exactly(t);
    const Ball f = (right ? first_.delta(eps, with) : first_.excess(eps, with)).value;
    const Ball g = (right ? second_.delta(eps, with) : second_.excess(eps, with)).value;
    const Ball D = orientation > 0 ? f - g : g - f;
    out.sign = certainly_positive(D) ? 1 : certainly_negative(D) ? -1 : 0;
    out.value = (D / max(f, g)).approximate();
    if (!std::isfinite(out.value)) out.value = out.sign;
    if (out.sign != 0 || effort_.expired()) break;
  }
  return out;
}

Ball Comparer::refine(Samples::const_iterator a) {
  const int wanted = effort_.digits;
  const Bits p = bits_for_digits(2L * wanted) + 128;
  const Ball low(a->first, p), high(std::next(a)->first, p);
  const auto at = [&](const Ball& t, int digits) {
    if (certainly_at_most(t, low)) return ThresholdBracket::Height{1, 1.0};
    if (certainly_at_most(high, t)) return ThresholdBracket::Height{-1, -1.0};
    return height(a, t, digits);
  };
  const Ball middle = ((low + high) / 2).midpoint();
  ThresholdBracket bracket(at, middle.approximate(), (high - low).approximate() / 4, p, effort_,
                           nullptr);
  const double size = std::min(0.0, middle.log_approximate());
  const double goal = size - (wanted + 0.5) * kLn10;
  bracket.narrow(goal / 2 - 1, wanted / 2 + 4);
  bracket.narrow(goal, wanted + 4);
  if (!bracket.lo() || !bracket.hi()) return Ball::hull(low, high);
  return enclosed_between(*bracket.lo(), *bracket.hi(), "an epsilon where profiles cross");
}

}  // namespace plumbline
