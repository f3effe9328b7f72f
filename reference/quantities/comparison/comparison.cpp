#include "reference/quantities/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/mint.hpp"
#include "reference/quantities/tradeoff/threshold_bracket.hpp"

namespace plumbline {
namespace {

constexpr int kMarginDigits = 30;
/// So much smaller than the margin that no digits are needed: close to the least loss it could take long.
constexpr int kFarBelow = 100;
constexpr int kSampleDigits = 12;
constexpr int kMostDigits = 60;
constexpr size_t kMostSamples = 3000;

/// Both profiles at an epsilon: delta for epsilon >= 0, the excess delta - 1 + e^epsilon below.
/// Both are convex in x = e^epsilon and have relative accuracy of their own where they are small.
struct Sample {
  Ball x, first, second;
  int sign = 0;  ///< of first - second, 0 if not decided
};

class Comparer {
 public:
  Comparer(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort)
      : first_(first),
        second_(second),
        effort_(effort),
        mirrored_(first.direction() == Direction::worst),
        margin_(Ball(power_of_ten(-kMarginDigits), bits_)) {}

  Comparison run() {
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

 private:
  /// The same loss under two names.
  Comparison identical() const {
    Comparison out{{}, Ball::integer(-1, bits_), Ball::integer(1, bits_), {}, {}, Dominance::equal};
    out.ranges.push_back({ComparedRange::Order::equal, out.least, out.most, {}});
    return out;
  }

  using Samples = std::map<Rational, Sample>;
  using Order = ComparedRange::Order;

  Enclosure ask(PrivacyProfile& profile, const Rational& epsilon, int digits) {
    Effort with = effort_;
    with.digits = digits;
    with.log_enough = -(kMarginDigits + kFarBelow) * kLn10;
    return epsilon.sign() >= 0 ? profile.delta(Real(epsilon), with)
                               : profile.excess(Real(epsilon), with);
  }

  Samples::iterator sample(const Rational& epsilon) {
    const auto found = samples_.find(epsilon);
    if (found != samples_.end()) return found;
    Sample s{exp(Ball(epsilon, bits_)), Ball(bits_), Ball(bits_)};
    for (int digits = kSampleDigits;; digits *= 2) {
      s.first = ask(first_, epsilon, digits).value.at(bits_);
      s.second = ask(second_, epsilon, digits).value.at(bits_);
      s.sign = certainly_less(s.second, s.first) ? 1 : certainly_less(s.first, s.second) ? -1 : 0;
      const bool tiny = certainly_at_most(abs(s.first - s.second), margin_);
      if (s.sign != 0 || tiny || 2 * digits > kMostDigits || effort_.expired()) break;
    }
    return samples_.emplace(epsilon, s).first;
  }

  /// Whether both profiles are within the margin of their limits.
  bool at_limit(const Rational& epsilon) {
    const Sample& s = sample(epsilon)->second;
    if (epsilon.sign() < 0) {
      return certainly_at_most(max(s.first, s.second), margin_);
    }
    const Ball a = s.first - first_.infinite_mass(bits_),
               b = s.second - second_.infinite_mass(bits_);
    return certainly_at_most(a, margin_) && certainly_at_most(b, margin_);
  }

  void find_ends() {
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
      // What lies beyond the nearest such point is known already.
      samples_.erase(side > 0 ? samples_.upper_bound(far) : samples_.begin(),
                     side > 0 ? samples_.end() : samples_.lower_bound(far));
    }
  }

  /// Slope of a profile in x over [a, b], in the form used on the side of `cell`.
  Ball slope(Samples::const_iterator a, Ball Sample::*f, int cell_side) const {
    const auto b = std::next(a);
    const Ball rise = (b->second.*f - a->second.*f) / (b->second.x - a->second.x);
    const int side = a->first.sign() >= 0 ? 1 : -1;
    if (side == cell_side) return rise;
    return cell_side > 0 ? rise - 1 : rise + 1;  // delta = excess + 1 - x
  }

  struct Slopes {
    Ball least, most;
  };
  /// Bounds of a profile's slope on the cell at a, from the neighbouring cells or, at the ends,
  /// from -1 <= delta' <= 0 <= excess' <= 1.
  Slopes slopes(Samples::const_iterator a, Ball Sample::*f) const {
    const int side = a->first.sign() >= 0 ? 1 : -1;
    const auto b = std::next(a);
    Slopes out{Ball::integer(side > 0 ? -1 : 0, bits_), Ball::integer(side > 0 ? 0 : 1, bits_)};
    if (a != samples_.begin()) out.least = max(out.least, slope(std::prev(a), f, side)).lower();
    if (std::next(b) != samples_.end()) out.most = min(out.most, slope(b, f, side)).upper();
    return out;
  }

  Ball upper(Samples::const_iterator a, Ball Sample::*f, Ball Sample::*g) const {
    const Sample &left = a->second, &right = std::next(a)->second;
    const Slopes range = slopes(a, g);
    return profile_cell({right.x - left.x, left.*f, right.*f, left.*g, right.*g, range.least,
                         range.most, a->first.sign() >= 0});
  }

  bool one_crossing(Samples::const_iterator a) const {
    const int sa = a->second.sign, sb = std::next(a)->second.sign;
    if (sa * sb >= 0) return false;
    const Slopes f = slopes(a, &Sample::first), g = slopes(a, &Sample::second);
    return certainly_positive(f.least - g.most) || certainly_negative(f.most - g.least);
  }

  void examine(const Rational& left) {
    const auto a = samples_.find(left), b = std::next(a);
    const Ball zero(bits_);
    const Ball most = upper(a, &Sample::first, &Sample::second);
    const Ball least = -upper(a, &Sample::second, &Sample::first);
    const Sample &s = a->second, &r = b->second;
    // A common limit: both exactly 0 at the end where they are larger.
    const Sample& larger = left.sign() >= 0 ? s : r;
    const bool gone = larger.first.is_exactly_zero() && larger.second.is_exactly_zero();
    const UpperBound gap = larger_of(UpperBound::of(most), UpperBound::of(least));
    const bool below = certainly_at_most(most, zero), above = certainly_at_most(zero, least);
    if (gone || (below && above)) {
      cells_[left] = {Order::equal, {}};
    } else if (below) {
      cells_[left] = {Order::second_larger, {}};
    } else if (above) {
      cells_[left] = {Order::first_larger, {}};
    } else if (one_crossing(a)) {
      cells_[left] = {Order::crossing, {}};
    } else if (UpperBound::of(margin_).log_approximate() >= gap.log_approximate() ||
               b->first - left < finest() || blurred(s, r, gap) || samples_.size() > kMostSamples ||
               effort_.expired()) {
      cells_[left] = {Order::undecided, gap};
    } else {
      const Rational middle = (left + b->first) * Rational(1, 2);
      sample(middle);
      work_.push_back(left);
      work_.push_back(middle);
    }
  }

  static UpperBound larger_of(const UpperBound& a, const UpperBound& b) { return larger(a, b); }
  /// Whether splitting would show the widths of the samples only.
  static bool blurred(const Sample& s, const Sample& r, const UpperBound& gap) {
    const Ball left = s.first - s.second, right = r.first - r.second;
    const double width = larger(left.radius(), right.radius()).log_approximate();
    return gap.log_approximate() < width + 1;
  }
  static Rational finest() { return power(Rational(1, 2), 104); }

  /// The single sign change in a cell, to the digits asked.
  Ball refine(Samples::const_iterator a) {
    const Rational l = a->first, r = std::next(a)->first;
    const int orientation = a->second.sign;
    const int wanted = effort_.digits;
    const Bits p = bits_for_digits(2L * wanted) + 128;
    const Ball low(l, p), high(r, p);
    const auto height = [&](const Ball& t, int digits) {
      ThresholdBracket::Height out;
      if (certainly_at_most(t, low)) return ThresholdBracket::Height{1, 1.0};
      if (certainly_at_most(high, t)) return ThresholdBracket::Height{-1, -1.0};
      for (int attempt = 0; attempt < 4; ++attempt, digits += 8) {
        Effort with = effort_;
        with.digits = digits;
        const Real eps = Real::exactly(t);
        const bool right = l.sign() >= 0;
        const Ball f = (right ? first_.delta(eps, with) : first_.excess(eps, with)).value;
        const Ball g = (right ? second_.delta(eps, with) : second_.excess(eps, with)).value;
        const Ball D = orientation > 0 ? f - g : g - f;
        out.sign = certainly_positive(D) ? 1 : certainly_negative(D) ? -1 : 0;
        out.value = (D / max(f, g)).approximate();
        if (!std::isfinite(out.value)) out.value = out.sign;
        if (out.sign != 0 || effort_.expired()) break;
      }
      return out;
    };
    const Ball middle = ((low + high) / 2).midpoint();
    ThresholdBracket bracket(height, middle.approximate(), (high - low).approximate() / 4, p,
                             effort_, nullptr);
    const double size = std::min(0.0, middle.log_approximate());
    const double goal = size - (wanted + 0.5) * kLn10;
    bracket.narrow(goal / 2 - 1, wanted / 2 + 4);
    bracket.narrow(goal, wanted + 4);
    if (!bracket.lo() || !bracket.hi()) return Ball::hull(low, high);
    return enclosed_between(*bracket.lo(), *bracket.hi(), "an epsilon where profiles cross");
  }

  static Order sign_kind(int sign) { return sign > 0 ? Order::first_larger : Order::second_larger; }

  /// Joined to the last range where both say the same; left out where it is empty.
  static void append(const ComparedRange& range, std::vector<ComparedRange>* ranges) {
    const bool crossing = range.kind == Order::crossing;
    if (!crossing && !certainly_less(range.from, range.to)) return;
    if (!crossing && !ranges->empty() && ranges->back().kind == range.kind) {
      ranges->back().to = range.to;
      ranges->back().gap = larger(ranges->back().gap, range.gap);
    } else {
      ranges->push_back(range);
    }
  }

  Comparison assemble() {
    Comparison out{{}, Ball(bits_), Ball(samples_.rbegin()->first, bits_), {}, {}, Dominance::open};
    out.least = mirrored_ ? -out.most : Ball(samples_.begin()->first, bits_);
    std::vector<ComparedRange> ranges;
    for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) {
      const JudgedCell& cell = cells_.at(it->first);
      const Ball left(it->first, bits_), right(std::next(it)->first, bits_);
      if (cell.kind != Order::crossing) {
        append({cell.kind, left, right, cell.gap}, &ranges);
        continue;
      }
      const Ball root = refine(it);
      if (root.relative_digits() < effort_.digits &&
          root.radius().log_approximate() > -effort_.digits * kLn10) {
        out.reached = false;
      }
      // On either side the difference keeps the sign of the sample there.
      append({sign_kind(it->second.sign), left, root.lower(), {}}, &ranges);
      append({Order::crossing, root.lower(), root.upper(), {}}, &ranges);
      append({sign_kind(std::next(it)->second.sign), root.upper(), right, {}}, &ranges);
    }
    if (mirrored_) mirror(&ranges);
    judge(ranges, &out);
    out.ranges = std::move(ranges);
    return out;
  }

  /// delta(-t) = 1 - e^-t + e^-t delta(t) for symmetrised profiles: the same signs at -t.
  static void mirror(std::vector<ComparedRange>* ranges) {
    std::vector<ComparedRange> out;
    for (auto it = ranges->rbegin(); it != ranges->rend(); ++it) {
      out.push_back({it->kind, -it->to, -it->from, it->gap});
    }
    ComparedRange& last = out.back();
    const ComparedRange& first = ranges->front();
    auto from = ranges->begin();
    if (last.kind == first.kind && last.kind != Order::crossing) {
      last.to = first.to;
      ++from;
    }
    out.insert(out.end(), from, ranges->end());
    *ranges = std::move(out);
  }

  /// Signs that D may have somewhere, and those that it certainly has.
  struct Signs {
    bool plus = false, minus = false, certain_plus = false, certain_minus = false;
  };

  // BOUND(PROFILE-ENDS)
  // Statement.  Right of the last sample |delta_1 - delta_2| is at most
  //                 max(delta_1 - q_2, delta_2 - q_1)
  //             there, q_i the mass of infinite loss, and delta_1 > delta_2 if q_1 > delta_2 there;
  //             left of the first one it is at most the larger excess.
  // Needs.      The samples are in the form of their side: ask().
  // Proof.      delta falls to q as epsilon grows; the excess rises from 0, and delta_1 - delta_2 is
  //             the difference of the excesses.
  // Source.     Elementary.
  void judge_ends(Order last_kind, Comparison* out, Signs* signs) {
    const Sample& last = samples_.rbegin()->second;
    const Ball q_1 = first_.infinite_mass(bits_), q_2 = second_.infinite_mass(bits_);
    const bool exactly = last.first.is_exactly_zero() && last.second.is_exactly_zero();
    const bool plus = certainly_less(last.second, q_1);  // delta_1 >= q_1 > delta_2 for ever
    const bool minus = certainly_less(last.first, q_2);
    if (plus) signs->plus = signs->certain_plus = true;
    if (minus) signs->minus = signs->certain_minus = true;
    // The sign that goes on is that of the last range, or it is bounded as any other.
    const bool goes_on =
        (plus && last_kind == Order::first_larger) || (minus && last_kind == Order::second_larger);
    if (!goes_on && !exactly) {
      const Ball most = max(last.first - q_2, last.second - q_1).upper();
      out->beyond = bound<"PROFILE-ENDS">(UpperBound::of(most));
    }
    if (mirrored_) return;
    const Sample& least = samples_.begin()->second;
    const UpperBound left = UpperBound::of(max(least.first, least.second).upper());
    out->beyond = larger(out->beyond, bound<"PROFILE-ENDS">(left));
  }

  /// A range D >= 0 may be D = 0 throughout: the samples tell.
  Signs signs() const {
    Signs out;
    for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) {
      const Order kind = cells_.at(it->first).kind;
      const int a = it->second.sign, b = std::next(it)->second.sign;
      const bool crossing = kind == Order::crossing;
      out.plus = out.plus || crossing || kind == Order::first_larger;
      out.minus = out.minus || crossing || kind == Order::second_larger;
      out.certain_plus =
          out.certain_plus || crossing || (kind == Order::first_larger && (a > 0 || b > 0));
      out.certain_minus =
          out.certain_minus || crossing || (kind == Order::second_larger && (a < 0 || b < 0));
    }
    return out;
  }

  void judge(const std::vector<ComparedRange>& ranges, Comparison* out) {
    Signs found = signs();
    UpperBound open;
    for (const ComparedRange& range : ranges) {
      if (range.kind == Order::undecided) open = larger(open, range.gap);
    }
    judge_ends(ranges.back().kind, out, &found);
    out->margin = larger(open, out->beyond);
    out->reached = out->reached && open.log_approximate() <= -kMarginDigits * kLn10 + 1e-6;
    const bool small = out->margin.log_approximate() <= -(kMarginDigits - 1) * kLn10;
    out->verdict = found.certain_plus && found.certain_minus ? Dominance::cross
                   : found.plus && found.minus               ? Dominance::open
                   : found.plus                              ? Dominance::second_more_private
                   : found.minus                             ? Dominance::first_more_private
                   : small                                   ? Dominance::equal
                                                             : Dominance::open;
  }

  struct JudgedCell {
    Order kind = Order::undecided;
    UpperBound gap;
  };

  PrivacyProfile& first_;
  PrivacyProfile& second_;
  Effort effort_;
  bool mirrored_;
  Bits bits_{320};
  Ball margin_;
  Samples samples_;
  std::map<Rational, JudgedCell> cells_;
  std::vector<Rational> work_;
};

}  // namespace

// BOUND(PROFILE-CELL)
// Statement.  For convex f, g on a cell [x_a, x_b], h = x_b - x_a, with slopes of g at least s
//             and at most S there, f - g is at most
//                 max(D(a) + (1-w) e_a, D(b) + w e_b)
//             for every w in [0, 1], where D = f - g, e_a = g(a) - g(b) + S h and
//             e_b = g(b) - g(a) - s h. If f, g both fall (rise), it is also at most f(a) - g(b)
//             (f(b) - g(a)).
// Needs.      0 <= w <= 1: clamped here; as a double it is exact. s and S: the caller, slopes() of
//             Comparer.
// Proof.      f lies below its chord. g(x) >= g(a) + s (x - x_a) and g(x) >= g(b) - S (x_b - x),
//             hence above their mixture with weights w and 1-w, which is g(a) - (1-w) e_a at a
//             and g(b) - w e_b at b; the difference of two linear functions is largest at an end.
//             Slopes of a convex function increase, so those over the cells before and after
//             bound the slopes between; in x = e^t, delta' = -P(S > t) (or the like of the
//             reversed pair, or the larger's of two) is in [-1, 0], and the excess' slope is 1
//             more. The last statement is monotonicity.
// Source.     Elementary (the mirror image of BOUND(CELL)).
Ball profile_cell(const ProfileCell& cell) {
  const Ball e_a = cell.g_a - cell.g_b + cell.most_slope * cell.width;
  const Ball e_b = cell.g_b - cell.g_a - cell.least_slope * cell.width;
  const Ball D_a = cell.f_a - cell.g_a, D_b = cell.f_b - cell.g_b;
  const double ea = e_a.approximate(), eb = e_b.approximate();
  double w = ea + eb > 0 ? (D_a.approximate() - D_b.approximate() + ea) / (ea + eb) : 0.5;
  w = std::isfinite(w) ? std::clamp(w, 0.0, 1.0) : 0.5;
  const Bits p = cell.width.precision();
  const Ball weight = Ball::from_binary64(w, p), rest = Ball::integer(1, p) - weight;
  const Ball at_a = D_a + bound_number<"PROFILE-CELL">(rest * e_a);
  const Ball at_b = D_b + bound_number<"PROFILE-CELL">(weight * e_b);
  const Ball lines = max(at_a, at_b).upper();
  const Ball monotone = (cell.falls ? cell.f_a - cell.g_b : cell.f_b - cell.g_a).upper();
  return certainly_less(monotone, lines) || !lines.is_finite() ? monotone : lines;
}

std::string kind_name(ComparedRange::Order kind) {
  using Order = ComparedRange::Order;
  switch (kind) {
    case Order::first_larger:
      return "first_larger";
    case Order::second_larger:
      return "second_larger";
    case Order::equal:
      return "equal";
    case Order::crossing:
      return "crossing";
    case Order::undecided:
      return "undecided";
  }
  return "";
}

std::string dominance_name(Dominance verdict) {
  switch (verdict) {
    case Dominance::first_more_private:
      return "first_more_private";
    case Dominance::second_more_private:
      return "second_more_private";
    case Dominance::cross:
      return "cross";
    case Dominance::equal:
      return "equal";
    case Dominance::open:
      return "open";
  }
  return "";
}

Comparison compare(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort) {
  if (first.direction() != second.direction()) {
    throw std::invalid_argument("compare needs both profiles in the same direction");
  }
  return Comparer(first, second, effort).run();
}

Ball crossing_prior(const Ball& epsilon, Bits p) {
  const Ball one = Ball::integer(1, p);
  return one / (one + exp(-epsilon.at(p)));
}

Certified crossing_count(const Comparison& comparison, const std::string& engine, int digits) {
  const auto is_crossing = [](const ComparedRange& range) {
    return range.kind == ComparedRange::Order::crossing;
  };
  const auto& ranges = comparison.ranges;
  const long count = std::count_if(ranges.begin(), ranges.end(), is_crossing);
  return Mint::value(Ball::integer(count, bits_for_digits(digits)), engine, {}, comparison.reached);
}

// There is exactly one sign change in [from, to], or the range is no crossing.
Certified certified_crossing(const Comparison& comparison, long number, const std::string& engine,
                             int digits) {
  long found = 0;
  for (const ComparedRange& range : comparison.ranges) {
    if (range.kind != ComparedRange::Order::crossing || ++found != number) continue;
    return certified({Ball::hull(range.from, range.to), {}}, engine, digits, true);
  }
  throw std::invalid_argument("number: there are " + std::to_string(found) + " crossings");
}

Certified crossing_prior(const Certified& crossing, int digits) {
  const Bits p = wider(crossing.value.precision(), bits_for_digits(digits) + 32);
  return replaced(crossing, crossing_prior(crossing.value, p));
}

FullComparison compare_fully(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort) {
  constexpr int kEnough = 10;
  Comparison ranges = compare(first, second, effort);
  Effort rough = effort;
  rough.digits = std::min(effort.digits, kEnough);
  Certified forth = divergence(first, second, rough).value;
  Certified back = divergence(second, first, rough).value;
  return {std::move(ranges), std::move(forth), std::move(back), rough.digits};
}

}  // namespace plumbline
